"""What waits for players who look at something else: one link above the roll bar that leads back to it."""

from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from sessions.actions.scenes import Plan
from tests.browser import steps
from tests.cast import HTMX
from tests.sessions.scenes import end_turn, go_on, opened
from tests.sessions.together import done, share, versus

UNCOVERED = """() => {
    scrollTo({top: document.documentElement.scrollHeight, behavior: "instant"});  // room for it is kept there
    const link = document.querySelector("#waits");
    const box = link.getBoundingClientRect();
    const meets = other => other.width && other.bottom > box.top && other.top < box.bottom;
    const pressed = ["input", "textarea", "button", "a", "summary"].map(one => "main " + one);
    const others = document.querySelectorAll([".rollbar > :not(#waits)", ".tabs", ...pressed].join());
    return ![...others].some(one => meets(one.getBoundingClientRect()));
}"""


def link(page: Page) -> Locator:
    return page.locator("#waits")


def to_the_end(page: Page) -> int:
    """Down to the page's end, as a thumb does it."""
    page.evaluate("scrollTo({top: document.documentElement.scrollHeight, behavior: 'instant'})")
    return page.evaluate("scrollY")


def asked(table) -> None:
    data = {"trait": "inquiry", "difficulty": "3", "text": "Who sent the letter?"}
    answer = table.client("alicja").post(reverse("ask_test", args=[table.campaign.token]), data, headers=HTMX)
    assert answer.status_code == 200, answer.content


def test_a_test_that_is_asked_out_of_sight_is_one_tap_away(person, table, dice, shot, assert_accessible):
    julio = steps.at_sheet(person("bartek", width=360), table.julio)
    rosalia = steps.at_table(person("celina", width=360, theme="dark"), table.campaign)
    for n in range(30):
        steps.said(table, "ewa", f"the rain goes on, hour {n}")
    expect(steps.rows(rosalia)).to_have_count(30)
    place = to_the_end(rosalia)
    note = steps.panel(julio, "private").locator("textarea")
    to_the_end(julio)
    note.focus()
    asked(table)

    expect(link(rosalia)).to_have_text("A test is asked of you")
    expect(julio.locator("#asks > .ask")).to_have_count(1)
    expect(link(julio)).not_to_have_attribute("hidden", "")
    expect(link(julio)).to_be_hidden()  # a keyboard takes half of the screen
    expect(note).to_be_focused()
    note.blur()
    expect(link(julio)).to_be_visible()
    assert rosalia.evaluate("scrollY") >= place  # the card above moved nothing that is read
    for page, name in ((julio, "sheet"), (rosalia, "table")):
        shot(page, f"waits-{name}-360", full_page=False)
        page.wait_for_function(UNCOVERED)
        assert link(page).bounding_box()["height"] >= 44
        assert_accessible(page)

    link(julio).tap()
    expect(julio.locator("#asks > .ask")).to_be_focused()
    expect(julio.locator("#asks > .ask h2")).to_be_in_viewport()
    expect(link(julio)).to_be_hidden()
    shot(julio, "waits-tapped-360", full_page=False)
    to_the_end(julio)
    expect(link(julio)).to_be_visible()
    dice.next(2, 3, 1)
    other = steps.second_tab(julio, steps.table_path(table.campaign))
    other.locator("#asks").get_by_role("button", name="Roll: Inquiry II").click()
    expect(link(julio)).to_be_hidden()  # it is answered
    expect(link(rosalia)).to_be_visible()


def test_a_turn_and_an_answer_to_an_opposed_test_are_told_to_whose_they_are(person, table, dice):
    opened(table, Plan("combat"), title="The tanners' gate")
    julio = steps.at_sheet(person("bartek", width=360), table.julio)
    rosalia = steps.at_sheet(person("celina", width=360), table.rosalia)
    to_the_end(julio)
    to_the_end(rosalia)
    go_on(table)
    expect(link(julio)).to_have_text("Your turn")
    expect(link(rosalia)).to_be_hidden()
    link(julio).click()
    expect(julio.get_by_role("button", name="End of turn")).to_be_in_viewport()
    to_the_end(julio)
    end_turn(table, "bartek")
    expect(link(rosalia)).to_have_text("Your turn")
    expect(link(julio)).to_be_hidden()
    end_turn(table, "celina")
    expect(link(rosalia)).to_be_hidden()

    dice.next(5, 8, 3)
    entry = versus(table, share(table.julio, "initiator", "riding"), share(table.rosalia, "opponent", "dodge"))
    to_the_end(julio)
    expect(link(julio)).to_be_visible()  # his sum is to be declared final
    done(table, entry.rolled, table.julio, by="bartek")
    expect(link(rosalia)).to_have_text("An opposed test waits for you")
