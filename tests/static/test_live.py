"""The stream and the log: what docs/frontend.md promises in sections 3 and 4."""

import threading

from playwright.sync_api import expect

from tests.static.table import Answer, new_row, partial, row

LOG = '<div id="log" class="log">{rows}</div>'


def ids(page):
    return page.eval_on_selector_all("#log > [data-at]", "rows => rows.map(row => row.id.slice(4))")


def gate(page, open_=True):
    """Hide or show the tab, as the browser would say it."""
    page.evaluate(
        """shown => {
        Object.defineProperty(document, "hidden", {configurable: true, get: () => !shown});
        document.dispatchEvent(new Event("visibilitychange"));
    }""",
        open_,
    )


def test_a_new_row_lands_on_top_and_is_marked_once(table, visit):
    table.main = LOG.format(rows=row("a", 1))
    page = visit()
    table.publish(new_row("b", 2))
    expect(page.locator("#row-b")).to_have_class("event is-new")
    table.publish(new_row("c", 3))
    expect(page.locator("#row-c")).to_have_class("event is-new")
    expect(page.locator("#row-b")).to_have_class("event")
    assert ids(page) == ["c", "b", "a"]


def test_a_frame_applied_twice_doubles_nothing(table, visit):
    page = visit()
    table.publish(new_row("a", 1, "Kasia: 2"))
    table.publish(new_row("a", 1, "Kasia: 2"))
    table.publish(new_row("b", 2))
    expect(page.locator("#row-b")).to_be_visible()
    assert ids(page) == ["b", "a"]


def test_a_changed_row_is_changed_where_it_stands(table, visit):
    table.main = LOG.format(rows=row("b", 2) + row("a", 1))
    page = visit()
    table.publish(new_row("a", 1, "Kasia: 5, dopalone"))
    expect(page.locator("#row-a")).to_have_text("Kasia: 5, dopalone")
    assert ids(page) == ["b", "a"]


def test_a_revealed_row_stands_at_its_time(table, visit):
    table.main = LOG.format(rows=row("c", 30) + row("a", 10))
    page = visit()
    table.publish(new_row("b", 20))
    expect(page.locator("#row-b")).to_be_visible()
    assert ids(page) == ["c", "b", "a"]


def test_a_row_of_a_page_not_yet_loaded_is_left_out(table, visit):
    table.main = LOG.format(rows=row("c", 30)) + '<p id="older"><button>Starsze</button></p>'
    page = visit()
    table.publish(new_row("a", 10))
    table.publish(new_row("d", 40))
    expect(page.locator("#row-d")).to_be_visible()
    assert ids(page) == ["d", "c"]


def test_a_filtered_log_takes_only_its_kind(table, visit):
    table.main = '<div id="log" class="log" data-only="roll"></div>'
    page = visit()
    table.publish(new_row("a", 1, data_row="message"))
    table.publish(new_row("b", 2, data_row="roll"))
    expect(page.locator("#row-b")).to_be_visible()
    assert ids(page) == ["b"]


def test_an_unrevealed_row_goes(table, visit):
    table.main = LOG.format(rows=row("b", 2) + row("a", 1))
    page = visit()
    table.publish(partial("#row-b", "delete"))
    expect(page.locator("#row-b")).to_have_count(0)
    table.publish(partial("#row-b", "delete") + new_row("c", 3))  # twice, and the rest of the frame still counts
    expect(page.locator("#row-c")).to_be_visible()


def test_each_row_is_spoken_once(table, visit):
    page = visit()
    said = page.locator("#announce")
    table.publish(new_row("a", 1, "Kasia: dwa"))
    expect(said).to_have_text("Kasia: dwa ")
    table.publish(new_row("a", 1, "Kasia: dwa"))
    table.publish(new_row("b", 2, "Ola: trzy"))
    expect(said).to_have_text("Ola: trzy ")
    table.publish(new_row("b", 2, "Ola: cztery, dopalone"))
    expect(said).to_have_text("Ola: cztery, dopalone ")


def test_times_are_written_in_the_readers_zone(table, visit):
    table.main = '<time datetime="2026-07-01T18:00:00Z" data-format="time">18:00 UTC</time>'
    expect(visit().locator("time")).to_have_text("20:00")


def test_a_cut_shows_the_banner_and_the_return_brings_what_was_missed(table, visit, wifi):
    page = visit()
    table.publish(new_row("a", 1), token="first")
    expect(page.locator("#row-a")).to_be_visible()
    wifi.drop()
    expect(page.locator("#connection")).to_be_visible()
    table.publish(new_row("b", 2), token="second")
    wifi.restore()
    page.get_by_role("button", name="Spróbuj teraz").click()
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator("#row-b")).to_be_visible()
    assert table.to("/live/")[-1].headers["last-event-id"] == "first"
    assert ids(page) == ["b", "a"]


def test_a_silent_network_is_noticed(table, visit, wifi):
    """Half-open: no byte comes, nothing is closed."""
    table.beat = 0.3
    page = visit()
    wifi.freeze()
    expect(page.locator("#connection")).to_be_visible()
    table.publish(new_row("a", 1))
    wifi.restore()
    expect(page.locator("#row-a")).to_be_visible()
    expect(page.locator("#connection")).to_be_hidden()


def test_heartbeats_keep_a_quiet_stream(table, visit):
    table.beat, table.pause = 1.2, 0.1  # so a machine may sleep for more than two seconds
    page = visit()
    page.evaluate("window.lost = 0; document.addEventListener('live:lost', () => lost++)")
    page.evaluate("new Promise(done => setTimeout(done, 3500))")  # longer than the limit: time itself is what is tested
    assert page.evaluate("lost") == 0
    assert len(table.to("/live/")) == 1


def test_a_first_connect_that_fails_is_tried_again(table, visit):
    table.live_status = 503
    page = visit(live=False)
    expect(page.locator("#connection")).to_be_visible()
    table.live_status = 200
    table.publish(new_row("a", 1)) if table.streams else table.frames.append(("f0", new_row("a", 1)))
    expect(page.locator("#row-a")).to_be_visible()
    expect(page.locator("#connection")).to_be_hidden()


def test_a_refusal_ends_it_and_says_why(table, visit):
    table.live_status = 403
    page = visit(live=False)
    expect(page.locator("#gone")).to_be_visible()
    expect(page.locator("[data-gone='403']")).to_be_visible()
    expect(page.locator("[data-gone='']")).to_be_hidden()
    page.locator("[data-live-retry]").dispatch_event("click")
    assert len(table.to("/live/")) == 1
    expect(page.locator("h1")).to_have_count(0)  # the error page is not swapped in


def test_gone_says_the_reason(table, visit):
    page = visit()
    table.send("event: gone\ndata: removed\n\n")
    expect(page.get_by_text("Nie siedzisz już przy tym stole.")).to_be_visible()
    table.wait(lambda: not table.streams)
    assert len(table.to("/live/")) == 1


def test_reset_reloads_the_page(table, visit):
    page = visit()
    table.main = "<h1>Od nowa</h1>"
    table.send("event: reset\ndata: \n\n")
    expect(page.get_by_role("heading", name="Od nowa")).to_be_visible()  # a page closed while it reloads may hang
    assert len(table.to("/")) == 2


def test_reset_does_not_break_off_a_visit(table, visit):
    """Reloading now would drop the answer to a form, and with it the word that it worked."""
    table.main = '<form action="/away" method="post"><button>Idź</button></form>'
    page = visit()
    held = threading.Event()
    table.answer("/away", Answer(200, "<h1>Gdzie indziej</h1>", hold=held))
    page.get_by_role("button", name="Idź").click(no_wait_after=True)
    table.wait(lambda: table.to("/away"))
    table.send("event: reset\ndata: \n\n")
    threading.Timer(1, held.set).start()  # long enough for the reset to be heard, and obeyed
    expect(page.get_by_role("heading", name="Gdzie indziej")).to_be_visible()
    assert len(table.to("/")) == 1


def test_reset_waits_for_somebody_who_writes(table, visit):
    table.main = '<textarea aria-label="Notatka"></textarea>'
    page = visit()
    page.locator("textarea").press_sequentially("Nie zgub")
    table.send("event: reset\ndata: \n\n")
    expect(page.locator("#notices")).to_contain_text("Nieaktualne")
    expect(page.locator("textarea")).to_have_value("Nie zgub")


def test_a_hidden_tab_closes_its_stream_and_catches_up(table, visit):
    page = visit()
    table.publish(new_row("a", 1), token="first")
    expect(page.locator("#row-a")).to_be_visible()
    gate(page, False)
    table.wait(lambda: not table.streams)
    table.publish(new_row("b", 2))
    gate(page, True)
    expect(page.locator("#row-b")).to_be_visible()
    assert table.to("/live/")[-1].headers["last-event-id"] == "first"


def test_eight_tabs_still_load(table, visit):
    """Six connections per host: a tab in the background must not hold one."""
    pages = []
    for _ in range(8):
        pages.append(visit())
        gate(pages[-1], False)
    gate(pages[0], True)
    table.wait(lambda: len(table.streams) == 1)
    table.publish(new_row("a", 1))
    expect(pages[0].locator("#row-a")).to_be_visible()


def test_one_bad_frame_does_not_stop_the_next(table, visit):
    page = visit()
    table.publish(partial("#log", "sideways", "<p>x</p>"))
    table.publish(new_row("a", 1))
    expect(page.locator("#row-a")).to_be_visible()
