"""Tests with others in the browser's terms: the form, the cards, the presses."""

from __future__ import annotations

import pytest
from django.urls import reverse

from rules import serialise
from sessions.models import Check, Mode
from sheets.actions import life
from tests.cast import HTMX
from tests.sessions.together import again, begin, done, share, throw, versus


def form(table, kind="group", lead=None, **more):
    lead = lead or table.rosalia
    return {"kind": kind, "lead": lead.token, "difficulty": "5", "met": ["0", "1", "2"],
            f"trait-{lead.token}": ["guile"], **more}  # fmt: skip


def post(table, name, url, data, referer="table"):
    return table.client(name).post(url, data, headers=HTMX)


def start(table, name="celina", **more):
    return post(table, name, reverse("together", args=[table.campaign.token]), form(table, **more))


def group(table, name="celina", **more):
    return start(table, name, **{"with": [table.julio.token], **more})


def press(table, name, url, check, **data):
    return post(table, name, reverse(url, args=[check.token]), data)


def card_of(table, name, page="table", token=None):
    answer = table.client(name).get(reverse(page, args=[token or table.campaign.token]))
    text = answer.content.decode()
    return text[text.index('id="together"') :]


# --- beginning ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["group", "opposed"])
@pytest.mark.parametrize("name", ["alicja", "celina"])
def test_the_form_is_there_for_whoever_plays(table, kind, name):
    answer = table.client(name).get(reverse("together", args=[table.campaign.token]), {"kind": kind})
    assert answer.status_code == 200
    assert "together-setup" in answer.content.decode()


def test_a_kind_that_is_not_there_is_not_found(table):
    assert (
        table.client("celina").get(reverse("together", args=[table.campaign.token]), {"kind": "x"}).status_code == 404
    )


def test_the_form_names_no_hidden_npc_to_a_player_and_no_level_of_a_sheet_not_seen(table):
    answer = table.client("celina").get(reverse("together", args=[table.campaign.token]), {"kind": "opposed"})
    text = answer.content.decode()
    assert table.guard.token in text
    for secret in (table.shade.token, "Cień", table.shade.alias):
        assert secret not in text
    own = text.index(f'id="together-{table.guard.token}"')
    assert "Block</option>" in text[own:]


def test_a_player_begins_a_test_for_their_own_character_alone(table):
    assert group(table).status_code == 200
    assert group(table, lead=table.julio).status_code == 403


def test_a_player_names_no_hidden_npc_and_no_npc_as_helper(table):
    assert start(table, kind="opposed", against=table.shade.token).status_code == 422
    assert start(table, **{"with": [table.guard.token]}).status_code == 422
    assert start(table).status_code == 422
    assert not Check.objects.exists()


def test_a_spectator_begins_nothing(table):
    assert start(table, "filip").status_code == 403


def test_an_opposed_test_is_thrown_with_the_press_that_begins_it(table, dice):
    dice.next(5, 5, 2)
    assert start(table, kind="opposed", against=table.guard.token).status_code == 200
    check = Check.objects.get()
    assert check.state == Check.State.OPEN
    assert check.parts.get(character=table.guard).state == "waiting"


def test_a_game_master_leaves_the_throw_to_the_player(table):
    assert start(table, "alicja", kind="opposed", against="value", value="4").status_code == 200
    assert Check.objects.get().state == Check.State.GATHERING


def test_a_difficulty_is_a_secret_of_game_masters_alone(table):
    group(table, hidden="1")
    group(table, "alicja", hidden="1")
    assert list(Check.objects.order_by("pk").values_list("hidden", flat=True)) == [False, True]


def odds(table, name, **more):
    return table.client(name).get(reverse("together_odds", args=[table.campaign.token]), form(table, **more))


def test_the_chances_are_those_of_the_rules(table):
    answer = odds(table, "celina", **{"with": [table.julio.token], f"trait-{table.julio.token}": ["guile"]})
    assert "Success" in answer.content.decode()


def test_no_chance_tells_what_another_s_sheet_keeps(table):
    for more in ({"kind": "opposed", "against": table.guard.token, f"trait-{table.guard.token}": ["block"]},
                 {"with": [table.julio.token]}, {"difficulty": "", "with": [table.julio.token]}):  # fmt: skip
        assert "No chances to show" in odds(table, "celina", **more).content.decode()
    known = odds(
        table, "alicja", kind="opposed", against=table.guard.token, **{f"trait-{table.guard.token}": ["block"]}
    )
    assert "Success" in known.content.decode()


def test_a_plan_out_of_order_has_no_chances(table):
    answer = odds(
        table, "celina", **{"with": [table.julio.token], f"trait-{table.julio.token}": ["guile"], "met": ["0"]}
    )
    assert "Too little of what a group test needs is there." in answer.content.decode()


# --- cards --------------------------------------------------------------------------------------------------------


@pytest.fixture
def guile(table) -> Check:
    return begin(
        table, share(table.rosalia, "initiator", "guile"), share(table.julio, "helper"), note="past the guard"
    ).rolled  # fmt: skip


def test_each_is_asked_for_their_own_dice(table, guile):
    card = card_of(table, "bartek")
    assert "Julio throws for" in card
    assert "past the guard" in card
    assert "Rosalia: throw" not in card
    card = card_of(table, "celina")
    assert "Rosalia: throw 2d8" in card
    assert "Julio" in card[card.index("Don") :]


def test_on_a_sheet_s_page_it_is_about_that_character(table, guile):
    assert "Rosalia: throw 2d8" in card_of(table, "celina", "sheet", table.rosalia.token)
    assert "throw" not in card_of(table, "gustaw")[:200]


@pytest.mark.parametrize("name", ["gustaw", "filip"])
def test_nobody_else_is_asked(table, guile, name):
    assert "throw_share" not in card_of(table, name)
    assert f"/r/{guile.token}/" not in card_of(table, name)


def test_the_dice_fall_and_the_card_goes(table, guile, dice):
    dice.next(3)
    answer = press(table, "bartek", "throw_share", guile, who=table.julio.token, thrown=0, trait=["stealth", ""])
    assert answer.status_code == 200
    assert "throw" not in card_of(table, "bartek")[:300]
    row = table.client("gustaw").get(reverse("table", args=[table.campaign.token])).content.decode()
    assert "waiting for 1 person" in row.lower()
    assert "1 of 2" in row


def test_a_card_pressed_in_a_second_tab_throws_nothing(table, guile, dice):
    dice.next(3)
    press(table, "bartek", "throw_share", guile, who=table.julio.token, thrown=0, trait=["stealth"])
    answer = press(table, "bartek", "throw_share", guile, who=table.julio.token, thrown=0, trait=["stealth"])
    assert answer.status_code == 409


@pytest.mark.parametrize(
    ("url", "data"), [("throw_share", {"thrown": 0, "trait": "guile"}), ("leave_out", {"expect": 0})]
)
def test_nobody_throws_or_drops_out_for_another(table, guile, url, data):
    for name, status in (("gustaw", 403), ("filip", 403), ("daniel", 404), ("henryk", 403)):
        assert press(table, name, url, guile, who=table.julio.token, **data).status_code == status


def test_the_initiator_s_player_does_not_wait_and_calls_off(table, guile):
    assert press(table, "bartek", "cancel_check", guile, expect=0).status_code == 403
    assert press(table, "bartek", "leave_out", guile, who=table.rosalia.token, expect=0).status_code == 403
    assert press(table, "celina", "leave_out", guile, who=table.julio.token, expect=0).status_code == 200
    assert press(table, "celina", "cancel_check", guile, expect=0).status_code == 409
    assert press(table, "celina", "cancel_check", guile, expect=1).status_code == 200
    assert "Called off" in table.client("gustaw").get(reverse("table", args=[table.campaign.token])).content.decode()


def test_a_blind_test_is_thrown_by_people_who_see_no_die_of_it(table, dice):
    check = begin(
        table, share(table.rosalia, "initiator", "guile"), share(table.julio, "helper", "guile"), mode=Mode.BLIND
    ).rolled  # fmt: skip
    table.campaign.secret_placeholders = False
    table.campaign.save()
    dice.next(4)
    answer = press(table, "bartek", "throw_share", check, who=table.julio.token, thrown=0)
    assert answer.status_code == 200
    assert "row-" not in answer.content.decode()
    assert press(table, "gustaw", "throw_share", check, who=table.julio.token, thrown=0).status_code == 404


# --- one side against the other -----------------------------------------------------------------------------------


def test_the_row_has_both_sides_and_each_its_own_done(table, dice):
    dice.next(5, 8, 3)
    check = versus(table, share(table.julio, "initiator", "riding"), share(table.rosalia, "opponent")).rolled
    assert "Done, this is final" in card_of(table, "bartek")
    assert "Done, this is final" not in card_of(table, "celina")
    assert press(table, "celina", "done", check, who=table.julio.token, expect=0).status_code == 403
    assert press(table, "bartek", "done", check, who=table.julio.token, expect=0).status_code == 200
    assert "Rosalia throws for" in card_of(table, "celina")
    dice.next(2, 2, 8)
    press(table, "celina", "throw_share", check, who=table.rosalia.token, thrown=0, trait="dodge")
    assert press(table, "celina", "done", check, who=table.rosalia.token, expect=2).status_code == 200
    page = table.client("gustaw").get(reverse("table", args=[table.campaign.token])).content.decode()
    assert "versus" in page
    assert "Riding\N{NO-BREAK SPACE}II against Dodge\N{NO-BREAK SPACE}II" in page


def test_a_hidden_opponent_is_known_by_its_alias_alone(table, dice):
    dice.next(5, 5, 5, 2, 2, 2)
    check = begin(
        table, share(table.julio, "initiator", "riding"), share(table.shade, "opponent"), kind="opposed",
        difficulty=None, at_once=frozenset([table.julio.pk]),
    ).rolled  # fmt: skip
    done(table, check, table.julio, "bartek")
    for name in ("bartek", "gustaw"):
        page = table.client(name).get(reverse("table", args=[table.campaign.token])).content.decode()
        assert table.shade.alias in page
        assert "Cień" not in page
        assert table.shade.token not in page


def test_a_hidden_initiator_is_answered_by_a_player(table, dice):
    dice.next(5, 5, 5)
    check = begin(table, share(table.shade, "initiator", "melee"), share(table.rosalia, "opponent"), kind="opposed",
                  difficulty=None).rolled  # fmt: skip
    done(table, check, table.shade)
    dice.next(2, 3, 4)
    answer = press(table, "celina", "throw_share", check, who=table.rosalia.token, thrown=0, trait="dodge")
    assert answer.status_code == 200
    assert "Cień" not in answer.content.decode()
    assert press(table, "celina", "done", check, who=table.rosalia.token, expect=2).status_code == 200
    assert again(check).newest.kind == "opposed"


def test_boosts_stand_on_each_one_s_own_row(table, dice):
    from tests.sessions.together import with_momentum

    check = begin(table, share(table.rosalia, "initiator", "guile"), share(table.julio, "helper", "guile")).rolled
    dice.next(3, 4, 2)
    throw(table, check, table.rosalia, by="celina")
    throw(table, check, table.julio, by="bartek")
    for one in (table.rosalia, table.julio):
        with_momentum(one)
    for name, own, other in (("bartek", table.julio, table.rosalia), ("celina", table.rosalia, table.julio)):
        page = table.client(name).get(reverse("table", args=[table.campaign.token])).content.decode()
        assert f'"kind": "boost", "who": "{own.token}"' in page
        assert f'"kind": "boost", "who": "{other.token}"' not in page
    last = table.client("bartek").get(reverse("sheet", args=[table.julio.token])).content.decode()
    assert f'"kind": "boost", "who": "{table.julio.token}"' in last


# --- the difficulty, while dice are missing -----------------------------------------------------------------------


def test_a_game_master_tells_the_difficulty_from_the_card_and_nobody_else(table):
    group(table)
    check = Check.objects.get()
    form_id = f'id="tell-together-{check.token}"'
    assert form_id in card_of(table, "alicja")
    assert form_id not in card_of(table, "celina")
    assert press(table, "celina", "correct", check, expect=0, difficulty="2").status_code == 403
    answer = press(table, "alicja", "correct", check, expect=0, difficulty="2", hidden="1")
    assert answer.status_code == 200
    check = again(check)
    assert (serialise.request_from_json(check.request).difficulty, check.hidden) == (2, True)
    assert press(table, "ewa", "correct", check, expect=0, difficulty="9").status_code == 409
    assert "<b>2</b>" not in card_of(table, "celina")


def test_an_opposed_one_has_none_to_tell(table):
    start(table, "alicja", kind="opposed", against="value", value="4")
    check = Check.objects.get()
    assert "tell-together" not in card_of(table, "alicja")
    assert press(table, "alicja", "correct", check, expect=0, difficulty="2").status_code == 422


def test_whose_character_went_home_has_no_say_in_it_any_more(table):
    group(table)
    check = Check.objects.get()
    assert press(table, "bartek", "throw_share", check, who=table.julio.token, thrown=9).status_code == 409
    life.leave_campaign(actor=table.viewer("bartek"), character=table.julio)
    assert press(table, "bartek", "throw_share", check, who=table.julio.token, thrown=9).status_code == 403
    assert press(table, "bartek", "follow", check, who=table.julio.token, expect=0, kind="boost").status_code == 403
