"""What somebody is typing survives: self-saving fields, drafts, conflicts, and live updates around the caret."""

import threading

from playwright.sync_api import expect

from tests.static.table import Answer, partial

FIELD = """<form id="field-bio" class="field" data-autosave hx-post="/bio/" hx-swap="none">
<textarea id="bio" name="value" data-draft="bio" aria-label="Notatka">{text}</textarea>
<input type="hidden" name="was" value="{was}">
<span class="saved" data-save-text></span><div id="conflict-bio" data-conflict></div></form>"""
PANEL = """<section class="panel" id="panel-notes"><h2>{title}</h2>{field}
<form id="pool"><input id="hp" name="change" aria-label="Wytrzymałość" value="{hp}"></form>
<label><input type="checkbox" id="hidden" {checked}>ukryta</label>
<select id="level" aria-label="Poziom"><option{one}>I</option><option{two}>II</option></select>
<details id="more"><summary>Więcej</summary><p>dużo</p></details></section>"""


def field(text="stary tekst", was="h1"):
    return FIELD.format(text=text, was=was)


def panel(title="Stara", text="stary tekst", was="h1", hp="7", checked="", level="I"):
    one, two = (" selected" if level == name else "" for name in ("I", "II"))
    return PANEL.format(title=title, field=field(text, was), hp=hp, checked=checked, one=one, two=two)


def changed(**kwargs):
    return partial("#panel-notes", "outerMorph", panel(**{"title": "Nowa", **kwargs}))


def state(page):
    return page.locator("#field-bio")


def test_the_caret_and_the_text_stay_while_the_panel_around_them_changes(table, visit):
    table.main = panel()
    page = visit()
    note = page.get_by_label("Notatka")
    note.click()
    note.press("Home")
    page.keyboard.type("Mój ")
    table.publish(changed(text="tekst Oli", was="h2", hp="5"))
    expect(page.locator("h2")).to_have_text("Nowa")
    expect(page.locator("#hp")).to_have_value("5")
    expect(note).to_be_focused()
    expect(note).to_have_value("Mój stary tekst")
    assert note.evaluate("field => field.selectionStart") == 4
    expect(page.locator("[name=was]")).to_have_value("h1")  # so that the server sees the conflict


def test_a_half_typed_change_stays_in_the_focused_number(table, visit):
    table.main = panel()
    page = visit()
    page.locator("#hp").fill("+1")
    table.publish(changed(hp="5"))
    expect(page.locator("h2")).to_have_text("Nowa")
    expect(page.locator("#hp")).to_have_value("+1")
    expect(page.locator("#hp")).to_be_focused()


def test_a_number_only_looked_at_shows_the_new_value_when_it_is_left(table, visit):
    table.main = panel()
    page = visit()
    page.locator("#hp").focus()
    table.publish(changed(hp="5"))
    expect(page.locator("h2")).to_have_text("Nowa")
    expect(page.locator("#hp")).to_have_value("7")
    page.locator("#hp").blur()
    expect(page.locator("#hp")).to_have_value("5")


def test_unsaved_text_in_a_field_left_behind_stays(table, visit):
    table.main = panel()
    page = visit()
    page.locator("#hp").fill("+1")
    page.locator("#hp").blur()
    table.publish(changed(hp="5"))
    expect(page.locator("h2")).to_have_text("Nowa")
    expect(page.locator("#hp")).to_have_value("+1")


def test_untouched_fields_follow_even_after_earlier_choices(table, visit):
    table.main = panel()
    page = visit()
    page.locator("#hidden").check()
    page.locator("#hidden").uncheck()
    page.locator("#level").select_option("II")
    page.locator("#level").select_option("I")
    page.locator("h2").click()
    page.evaluate("document.activeElement.blur()")
    table.publish(changed(checked="checked", level="II"))
    expect(page.locator("#hidden")).to_be_checked()
    expect(page.locator("#level")).to_have_value("II")


def test_what_the_reader_opened_stays_open(table, visit):
    table.main = panel()
    page = visit()
    page.get_by_text("Więcej").click()
    table.publish(changed())
    expect(page.locator("h2")).to_have_text("Nowa")
    expect(page.get_by_text("dużo")).to_be_visible()


def test_a_field_only_looked_at_takes_the_new_text_when_it_is_left(table, visit):
    table.main = panel()
    page = visit()
    page.get_by_label("Notatka").focus()
    table.publish(changed(text="tekst Oli", was="h2"))
    expect(page.locator("h2")).to_have_text("Nowa")
    expect(page.get_by_label("Notatka")).to_have_value("stary tekst")
    page.get_by_label("Notatka").blur()
    expect(page.get_by_label("Notatka")).to_have_value("tekst Oli")
    expect(page.locator("[name=was]")).to_have_value("h2")


def test_a_panel_in_edit_mode_fetches_itself_instead_of_taking_the_frame(table, visit):
    editing = """<section class="panel editing" id="panel-skills" data-editing data-refresh hx-get="/edit/"
      hx-trigger="refresh delay:10ms" hx-swap="outerMorph"><h2>{}</h2>
      <input id="name" value="Atletyka" aria-label="Nazwa"></section>"""
    table.main = editing.format("Edycja")
    table.answer("/edit/", Answer(200, editing.format("Edycja, nowsza")))
    page = visit()
    page.get_by_label("Nazwa").fill("Atletyka!")
    table.publish(
        partial(
            "#panel-skills", "outerMorph", '<section class="panel" id="panel-skills"><h2>Do czytania</h2></section>'
        )
    )
    expect(page.locator("h2")).to_have_text("Edycja, nowsza")
    expect(page.get_by_label("Nazwa")).to_have_value("Atletyka!")
    expect(page.get_by_label("Nazwa")).to_be_focused()


def test_when_the_pressed_button_goes_the_keyboard_stays_in_its_row(table, visit):
    article = '<article id="row-a" data-at="2026-11-30T19:00:00.000000Z">{}</article>'
    table.main = '<div id="log" class="log">' + article.format('<button id="boost">Dopal</button>') + "</div>"
    page = visit()
    page.locator("#boost").focus()
    table.publish(partial("#log", "row", article.format("dopalone")))
    expect(page.locator("#row-a")).to_have_text("dopalone")
    expect(page.locator("#row-a")).to_be_focused()


def test_a_field_saves_when_it_is_left_and_says_so(table, visit):
    table.main = field()
    table.answer("/bio/", Answer(204, headers={"X-Was": "h2"}))
    page = visit()
    page.get_by_label("Notatka").fill("nowy tekst")
    page.get_by_label("Notatka").blur()
    expect(state(page)).to_have_attribute("data-save-state", "saved")
    expect(page.locator("[data-save-text]")).to_have_text("zapisano")
    expect(page.locator("[name=was]")).to_have_value("h2")
    sent = table.to("/bio/")[0].form
    assert (sent["value"], sent["was"], len(sent["once"])) == ("nowy tekst", "h1", 22)


def test_a_text_saves_while_its_writer_rests(table, visit):
    table.main = field()
    page = visit()
    page.get_by_label("Notatka").fill("nowy tekst")
    table.wait(lambda: table.to("/bio/"))
    expect(state(page)).to_have_attribute("data-save-state", "saved")
    expect(page.get_by_label("Notatka")).to_be_focused()


def test_nothing_is_lost_without_a_network(table, visit, wifi):
    table.main = field()
    page = visit()
    wifi.drop()
    page.get_by_label("Notatka").fill("nowy tekst")
    page.get_by_label("Notatka").blur()
    expect(state(page)).to_have_attribute("data-save-state", "error")
    wifi.restore()
    page.locator("[data-live-retry]").dispatch_event("click")
    expect(state(page)).to_have_attribute("data-save-state", "saved")
    assert table.to("/bio/")[0].form["value"] == "nowy tekst"


def test_a_draft_outlives_a_reload_and_is_saved(table, visit, wifi):
    table.main = field()
    page = visit()
    page.get_by_label("Notatka").fill("nowy tekst")
    page.reload()
    expect(page.get_by_label("Notatka")).to_have_value("nowy tekst")
    expect(page.get_by_text("Przywrócono")).to_be_visible()
    expect(state(page)).to_have_attribute("data-save-state", "saved")
    expect(page.get_by_text("Przywrócono")).to_have_count(0)
    assert table.to("/bio/")[-1].form["value"] == "nowy tekst"


def conflict():
    box = """<div class="box conflict" data-was="h9"><p class="text" data-theirs>tekst Oli</p>
    <button type="button" data-resolve="mine">Moja</button><button type="button" data-resolve="theirs">Jej</button>
    <button type="button" data-resolve="both">Obie</button></div>"""
    return Answer(409, partial("#conflict-bio", "innerHTML", box))


def resolved(table, visit, choice, form=FIELD):
    table.main = form.format(text="stary tekst", was="h1")
    table.answer("/bio/", conflict(), Answer(204, headers={"X-Was": "h10"}))
    page = visit()
    page.get_by_label("Notatka").fill("mój tekst")
    page.get_by_label("Notatka").blur()
    page.get_by_role("button", name=choice).click()
    expect(state(page)).to_have_attribute("data-save-state", "saved")
    expect(page.locator(".conflict")).to_have_count(0)
    sent = table.to("/bio/")[-1].form
    return sent["value"], sent["was"]


def test_a_conflict_keeps_mine(table, visit):
    assert resolved(table, visit, "Moja") == ("mój tekst", "h9")


def test_a_conflict_takes_theirs(table, visit):
    assert resolved(table, visit, "Jej") == ("tekst Oli", "h9")


def test_a_conflict_joins_both(table, visit):
    assert resolved(table, visit, "Obie")[0].split() == ["mój", "tekst", "tekst", "Oli"]


def test_a_conflict_joins_both_in_one_line_too(table, visit):
    line = FIELD.replace("<textarea", "<input").replace(">{text}</textarea>", ' value="{text}">')
    assert resolved(table, visit, "Obie", line)[0] == "mój tekst, tekst Oli"


# --- leaving a panel's fields ------------------------------------------------------------------------------------

STEPS = """<section class="panel" id="panel-skills"><button type="button" hx-get="/left/" hx-target="#panel-skills"
 hx-swap="outerMorph">Gotowe</button><form id="field-bonus" data-autosave hx-post="/bonus/" hx-swap="none">
<div class="stepper"><input name="value" value="1" aria-label="Premia">
<button type="button" data-step="1">więcej</button></div><span data-save-text></span></form></section>"""
LEFT = '<section class="panel" id="panel-skills"><h2>Bez pól</h2></section>'


def bonuses(table):
    return [request.form["value"] for request in table.to("/bonus/")]


def test_a_panel_is_left_once_all_that_was_typed_in_it_is_saved(table, visit):
    table.main = STEPS
    gates = [threading.Event(), threading.Event()]
    table.answer("/bonus/", *(Answer(hold=gate) for gate in gates))
    table.answer("/left/", Answer(200, LEFT))
    page = visit()
    more = page.get_by_role("button", name="więcej")
    more.click()
    table.wait(lambda: bonuses(table) == ["2"])
    more.click()
    page.get_by_role("button", name="Gotowe").click()
    gates[0].set()
    table.wait(lambda: bonuses(table) == ["2", "3"])
    assert not table.to("/left/")
    gates[1].set()
    expect(page.locator("h2")).to_have_text("Bez pól")


def test_a_panel_stays_while_something_in_it_could_not_be_saved(table, visit):
    table.main = STEPS
    gate = threading.Event()
    table.answer("/bonus/", Answer(500, hold=gate))
    page = visit()
    page.get_by_role("button", name="więcej").click()
    table.wait(lambda: bonuses(table) == ["2"])
    page.get_by_role("button", name="Gotowe").click()
    gate.set()
    expect(page.locator("#field-bonus")).to_have_attribute("data-save-state", "error")
    assert not table.to("/left/")
    expect(page.get_by_label("Premia")).to_have_value("2")
