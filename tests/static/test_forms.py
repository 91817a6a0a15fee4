"""Presses, steppers, roll settings, notices: docs/frontend.md, sections 6 to 8."""

import threading

from playwright.sync_api import expect

from tests.static.table import Answer, new_row, partial

BUTTON = '<button type="button" class="btn" id="roll" data-once hx-post="/roll/" hx-swap="none">Rzuć</button>'
STEPPER = """<form id="pool" class="pool" data-stepper data-once hx-post="/pool/" hx-swap="none"><div class="stepper">
<button name="delta" value="-1">minus</button><input id="change" name="change" value="{}" aria-label="Zmiana">
<button name="delta" value="1">plus</button></div></form>"""
SETTINGS = """<form id="settings" data-settings="julio" data-remember="difficulty mode">
<div class="stepper"><button type="button" data-step="1">trudniej</button>
<input name="difficulty" value="3" data-min="0" data-max="9" aria-label="Trudność"></div>
<label><input type="radio" name="mode" value="public" checked>jawnie</label>
<label><input type="radio" name="mode" value="gm">dla MG</label>
<input name="reason" aria-label="Powód"></form>
<section class="panel" id="panel-skills" data-refresh hx-get="/skills/" hx-include="#settings"
 hx-trigger="refresh delay:10ms, settings from:body delay:10ms" hx-swap="outerMorph">szansa</section>"""


def told(words: str, attributes: str = 'class="notice is-error"') -> str:
    """A notice in an answer."""
    dismiss = '<button type="button" data-dismiss>Zamknij</button>'
    return partial("#notices", "beforeend", f"<div {attributes}><p>{words}</p>{dismiss}</div>")


def test_every_press_has_its_own_key(table, visit):
    table.main = BUTTON
    page = visit()
    for number in (1, 2):
        page.locator("#roll").click()
        table.wait(lambda n=number: len(table.to("/roll/")) == n)
        expect(page.locator("#roll")).not_to_have_attribute("aria-busy", "true")
    keys = [request.form["once"] for request in table.to("/roll/")]
    assert keys[0] != keys[1]
    assert all(len(key) == 22 for key in keys)
    assert table.to("/roll/")[0].headers["x-csrftoken"] == "token"


def test_a_double_tap_is_one_press_and_keeps_the_focus(table, visit):
    table.main = BUTTON
    gate = threading.Event()
    table.answer("/roll/", Answer(hold=gate))
    page = visit()
    page.locator("#roll").dblclick()
    expect(page.locator("#roll")).to_have_attribute("aria-busy", "true")
    gate.set()
    expect(page.locator("#roll")).not_to_have_attribute("aria-busy", "true")
    assert len(table.to("/roll/")) == 1
    expect(page.locator("#roll")).to_be_focused()


def test_a_resend_after_a_lost_answer_keeps_its_key(table, visit):
    table.main = BUTTON
    table.answer("/roll/", Answer(502))
    page = visit()
    page.locator("#roll").click()
    page.get_by_role("button", name="Ponów").click()
    table.wait(lambda: len(table.to("/roll/")) == 2)
    first, second = (request.form["once"] for request in table.to("/roll/"))
    assert first == second


def test_no_network_says_so_and_the_retry_arrives(table, visit, wifi):
    """Back in the network there is time to press it again, then the notice goes."""
    table.main = BUTTON
    page = visit()
    wifi.drop()
    page.locator("#roll").click()
    expect(page.locator("#notices")).to_contain_text("Brak sieci")
    wifi.restore()
    page.get_by_role("button", name="Ponów").click()
    table.wait(lambda: table.to("/roll/"))
    expect(page.locator("#notices > *")).to_have_count(0)


def test_no_network_is_forgotten_when_the_network_is_back(table, visit, wifi):
    table.main = BUTTON
    page = visit()
    wifi.drop()
    page.locator("#roll").click()
    expect(page.locator("#notices")).to_contain_text("Brak sieci")
    wifi.restore()
    expect(page.locator("#notices > *")).to_have_count(0)
    assert table.to("/roll/") == []


def test_news_go_by_themselves_but_not_from_under_somebodys_hand(table, visit):
    table.main = BUTTON
    table.answer("/roll/", Answer(200, told("Portret wisi.", 'class="notice" data-brief')))
    page = visit()
    page.clock.install()
    page.locator("#roll").click()
    news = page.locator("#notices > *")
    expect(page.locator("#announce")).to_have_text("Portret wisi. ")
    news.get_by_role("button").focus()
    page.clock.fast_forward(7000)  # longer than they stay
    expect(news).to_have_count(1)
    news.get_by_role("button").blur()
    page.clock.fast_forward(7000)
    expect(news).to_have_count(0)


def test_the_same_notice_stands_there_once_and_three_at_most(table, visit):
    table.main = BUTTON
    words = ["jeden", "dwa", "dwa", "trzy", "cztery"]
    table.answer("/roll/", *(Answer(409, told(word)) for word in words))
    page = visit()
    for number, word in enumerate(words, 1):
        page.locator("#roll").click()
        table.wait(lambda n=number: len(table.to("/roll/")) == n)
        expect(page.locator("#roll")).not_to_have_attribute("aria-busy", "true")
        expect(page.locator("#notices p").last).to_have_text(word)
    expect(page.locator("#notices p")).to_have_text(["dwa", "trzy", "cztery"])


def test_an_error_goes_when_what_was_refused_succeeds_and_no_sooner(table, visit):
    other = BUTTON.replace("roll", "other").replace("Rzuć", "Inne")
    table.main = BUTTON + other
    table.answer("/roll/", Answer(409, told("Za mało Rozmachu.")))
    page = visit()
    page.locator("#roll").click()
    refusal = page.locator("#notices").get_by_text("Za mało Rozmachu.")
    expect(refusal).to_be_visible()
    page.locator("#other").click()
    table.wait(lambda: table.to("/other/"))
    expect(page.locator("#other")).not_to_have_attribute("aria-busy", "true")
    expect(refusal).to_be_visible()
    page.locator("#roll").click()
    expect(page.locator("#notices > *")).to_have_count(0)


def test_on_a_phone_notices_leave_the_roll_bar_free(table, visit):
    table.main = BUTTON
    table.answer("/roll/", *(Answer(409, told(word)) for word in ("a", "b", "c")))
    page = visit()
    page.set_viewport_size({"width": 360, "height": 740})
    for number in (1, 2, 3):
        page.locator("#roll").dispatch_event("click")
        expect(page.locator("#notices > *")).to_have_count(number)
    box = page.locator("#notices").bounding_box()
    assert box["y"] + box["height"] < 740 / 2


def test_an_answer_and_its_frame_make_one_row(table, visit):
    table.main = '<div id="log" class="log"></div>' + BUTTON
    table.answer("/roll/", Answer(200, new_row("a", 1)))
    page = visit()
    page.locator("#roll").click()
    expect(page.locator("#row-a")).to_be_visible()
    table.publish(new_row("a", 1) + new_row("b", 2))
    expect(page.locator("#row-b")).to_be_visible()
    expect(page.locator("#row-a")).to_have_count(1)


def test_a_conflict_answer_brings_the_present_state(table, visit):
    table.main = '<div id="turn">tura Julia</div>' + BUTTON
    notice = partial("#notices", "beforeend", '<div class="notice"><p>Ola była szybsza.</p></div>')
    table.answer("/roll/", Answer(409, partial("#turn", "innerHTML", "tura Oli") + notice))
    page = visit()
    page.locator("#roll").click()
    expect(page.locator("#turn")).to_have_text("tura Oli")
    expect(page.locator("#notices")).to_have_text("Ola była szybsza.")


def test_an_error_page_is_never_swapped_in(table, visit):
    table.main = BUTTON.replace('hx-swap="none"', 'hx-target="#content" hx-swap="innerHTML"')
    table.answer("/roll/", Answer(403, "<!doctype html><html><body><h1>403</h1></body></html>"))
    page = visit()
    page.locator("#roll").click()
    expect(page.locator("#notices")).to_contain_text("Nie wolno")
    expect(page.locator("h1")).to_have_count(0)


def test_a_refused_form_comes_back_with_its_errors(table, visit):
    table.main = """<form id="f" hx-post="/f/" hx-target="#f" hx-swap="outerMorph">
    <input name="name"><button>Zapisz</button></form>"""
    table.answer(
        "/f/", Answer(422, '<form id="f"><ul class="errors"><li>Podaj imię.</li></ul><input name="name"></form>')
    )
    page = visit()
    page.get_by_role("button", name="Zapisz").click()
    expect(page.locator(".errors")).to_have_text("Podaj imię.")


def test_a_redirect_is_a_page_visit(table, visit, wifi):
    table.main = BUTTON.replace('hx-swap="none"', 'hx-target="#content" hx-swap="innerHTML"')
    table.answer("/roll/", Answer(302, headers={"location": "/login/"}))
    table.answer("/login/", Answer(200, "<h1>Logowanie</h1>"), Answer(200, "<h1>Logowanie</h1>"))
    page = visit()
    page.locator("#roll").click()
    page.wait_for_url("**/login/")


def test_enter_in_a_stepper_sends_the_change_and_no_delta(table, visit):
    table.main = STEPPER.format("")
    page = visit()
    page.locator("#change").fill("−7")
    page.locator("#change").press("Enter")
    table.wait(lambda: table.to("/pool/"))
    sent = table.to("/pool/")[0].form
    assert sent["change"] == "-7"
    assert "delta" not in sent
    expect(page.locator("#change")).to_have_value("")
    expect(page.locator("#change")).to_be_focused()
    page.locator("#change").blur()
    page.get_by_role("button", name="plus").click()
    table.wait(lambda: len(table.to("/pool/")) == 2)
    assert table.to("/pool/")[1].form["delta"] == "1"


def test_leaving_a_stepper_sends_what_was_typed_and_nonsense_is_explained(table, visit):
    table.main = STEPPER.format("4")
    page = visit()
    page.locator("#change").fill("siedem")
    page.locator("#change").blur()
    expect(page.locator("#notices")).to_contain_text("Wpisz liczbę")
    page.locator("#change").fill("+5")
    page.locator("#change").blur()
    table.wait(lambda: table.to("/pool/"))
    assert [request.form["change"] for request in table.to("/pool/")] == ["+5"]


def test_roll_settings_are_remembered_and_the_chances_follow(table, visit):
    table.main = SETTINGS
    panel = (
        '<section class="panel" id="panel-skills" data-refresh hx-get="/skills/" hx-include="#settings">{}</section>'
    )
    table.answer("/skills/", *(Answer(200, panel.format(text)) for text in ("50%", "40%", "40%")))
    page = visit()
    page.get_by_role("button", name="trudniej").click()
    expect(page.locator("#panel-skills")).to_have_text("50%")
    assert table.to("/skills/")[0].query["difficulty"] == "4"
    page.get_by_label("dla MG").check()
    page.reload()
    expect(page.get_by_label("Trudność")).to_have_value("4")
    expect(page.get_by_label("dla MG")).to_be_checked()
    table.wait(lambda: table.to("/skills/")[-1].query == {"difficulty": "4", "mode": "gm", "reason": ""})


def test_reasons_are_forgotten_after_the_roll(table, visit):
    table.main = SETTINGS + BUTTON
    table.answer("/roll/", Answer(204, headers={"hx-trigger": "rolled"}))
    page = visit()
    page.get_by_role("button", name="trudniej").click()
    page.get_by_label("Powód").fill("z góry")
    page.locator("#roll").click()
    expect(page.get_by_label("Powód")).to_have_value("")
    expect(page.get_by_label("Trudność")).to_have_value("4")


def test_a_sent_message_leaves_an_empty_field(table, visit):
    table.main = """<form data-once data-reset hx-post="/say/" hx-swap="none">
    <textarea name="text" aria-label="Wiadomość" data-draft="say"></textarea>
    <button>Wyślij</button></form>"""
    page = visit()
    page.get_by_label("Wiadomość").fill("Wchodzę")
    page.reload()
    expect(page.get_by_label("Wiadomość")).to_have_value("Wchodzę")
    page.get_by_role("button", name="Wyślij").click()
    expect(page.get_by_label("Wiadomość")).to_have_value("")
    page.reload()
    expect(page.get_by_label("Wiadomość")).to_have_value("")


def test_a_plain_form_gets_a_key_too(table, visit):
    table.main = '<form method="post" action="/plain/" data-once><button>Dołącz</button></form>'
    table.answer("/plain/", Answer(200, "<h1>tak</h1>"))
    page = visit()
    page.get_by_role("button", name="Dołącz").click()
    expect(page.locator("h1")).to_have_text("tak")
    assert len(table.to("/plain/")[0].form["once"]) == 22


def test_rows_of_a_form_come_and_go(table, visit):
    table.main = """<ul id="mods"></ul><button type="button" data-add="mod" data-to="mods">Dodaj</button>
    <template id="mod"><li data-item><input name="mod" aria-label="Modyfikator">
    <button type="button" data-drop>Usuń</button></li></template>"""
    page = visit()
    page.get_by_role("button", name="Dodaj").click()
    expect(page.get_by_label("Modyfikator")).to_be_focused()
    page.get_by_role("button", name="Usuń").click()
    expect(page.locator("#mods > *")).to_have_count(0)
    expect(page.get_by_role("button", name="Dodaj")).to_be_focused()


def test_shortcuts_press_focus_and_list_but_never_while_typing(table, visit):
    table.main = BUTTON.replace("data-once", 'data-once data-key="r"') + '<input aria-label="Szukaj" data-key="/">'
    page = visit()
    page.keyboard.press("r")
    table.wait(lambda: len(table.to("/roll/")) == 1)
    page.keyboard.press("/")
    expect(page.get_by_label("Szukaj")).to_be_focused()
    page.keyboard.type("r")
    expect(page.get_by_label("Szukaj")).to_have_value("r")
    page.get_by_label("Szukaj").blur()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_contain_text("Rzuć")
    assert len(table.to("/roll/")) == 1


def test_copying_works_on_plain_http(table, visit):
    table.main = """<input id="link" readonly value="KRÓL-4821">
    <button type="button" data-copy="#link">Kopiuj</button>"""
    page = visit()
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")  # as on plain http
    page.get_by_role("button", name="Kopiuj").click()
    expect(page.locator("#announce")).to_have_text("Skopiowano ")
