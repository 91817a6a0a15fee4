"""Who sees what: a canary sits in every secret, and is looked for in every byte that everybody gets."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.db import transaction
from django.urls import reverse

from rules.values import CheckRequest, Choice, Modifier, Participant, TraitUse
from sessions import feed
from sessions.actions import (
    campaigns,
    checks,
    consequences,
    evenings,
    foes,
    follow_ups,
    gm_notes,
    participants,
    recaps,
    roll_undo,
    scenes,
    secrecy,
)
from sessions.actions import table as table_actions
from sessions.actions.defending import ask_defence
from sessions.actions.proposals import Choice as ComeChoice
from sessions.actions.scenes import Joining, Plan
from sessions.models import Campaign, Check, LogEntry, Mode, Scene
from sessions.models import Participant as InScene
from sheets.access import sheet_for
from sheets.actions import births, counters, edit, life, npcs
from sheets.models import Ability, Character, Counter, Note
from tests.cast import HTMX, CharacterFactory, Table, make_table
from tests.dice import queue
from tests.sessions import scenes as scene_steps
from tests.sessions.scenes import COMBAT, opened
from tests.visibility import outputs
from tests.visibility.outputs import ALL, EVERYBODY, FILES, LOG, MEMBERS, OUTSIDE, PLAYERS, SOME, who_reads

CANARY = "Canarsecretus"
GMS = {"alicja", "ewa"}
GM = {"alicja"}  # among outputs.SOME
SEATED = {"alicja", "bartek", "celina", "filip"}


def request_of(character: Character, trait: str, **circumstances) -> CheckRequest:
    return CheckRequest(participants=(Participant(character.pk, "initiator", (TraitUse(trait),)),), **circumstances)


def roll(table: Table, name: str = "bartek", character=None, trait: str = "inquiry", **options) -> Check:
    """A roll with the canary as the reason of a modifier; its dice bring nothing, so no pool tells of it."""
    queue.next(2, 3, 4)
    character = character or table.julio
    circumstances = {"difficulty": options.pop("difficulty", 2), "modifiers": (Modifier(1, CANARY),)}
    request = request_of(character, trait, **circumstances)
    return checks.roll(actor=table.viewer(name), character=character, request=request, **options).rolled


def newest(table: Table) -> int:
    """The seq of what happened last, 0 at the beginning."""
    return feed.Source().newest(table.campaign.channel_id)


@pytest.fixture
def table(table, dice):
    """While a session runs, so that all belongs to it."""
    dice.real()
    evenings.begin(actor=table.viewer("alicja"), campaign=table.campaign, today=date(2026, 12, 5))
    return table


# --- roll modes -------------------------------------------------------------------------------------------------

SEEN_BY = {
    Mode.PUBLIC: set(SOME),
    Mode.GM: {"bartek", *GM},
    Mode.BLIND: GM,
    Mode.SELF: {"bartek"},
}
HOLDERS = {"bartek", *GM}  # whose page of Julio's sheet has a roll bar


@pytest.mark.parametrize("mode", list(Mode))
def test_a_roll_is_seen_by_those_whom_its_mode_names_and_nobody_else(table, mode):
    roll(table, mode=mode)
    seen = {name: who_reads(table, output, CANARY) for name, output in ALL.items()}
    assert seen == {
        **dict.fromkeys([*LOG, *FILES], SEEN_BY[mode]),
        "sheet": SEEN_BY[mode] & HOLDERS,
        "dash": SEEN_BY[mode] & GM,
        "eyes": GM if mode in (Mode.PUBLIC, Mode.GM) else set(),  # a blind one is a placeholder, one's own nothing
        **{name: set() for name in ("panels", "history", "export", "paper", "around")},
    }


def test_a_co_gm_a_guest_and_a_screen_read_what_a_gm_a_player_and_a_spectator_read(table):
    rows = {mode: f"row-{roll(table, mode=mode).root.token}".encode() for mode in Mode}
    for one, same in (("alicja", "ewa"), ("celina", "gustaw"), ("filip", "iga")):
        for output in LOG.values():
            found, known = (output(table, name) for name in (one, same))
            assert {mode for mode, row in rows.items() if row in found} == {
                mode for mode, row in rows.items() if row in known
            }


def test_those_outside_get_no_byte_of_a_table_that_is_full_of_secrets(table):
    Campaign.objects.filter(pk=table.campaign.pk).update(name=CANARY)
    for mode in Mode:
        roll(table, mode=mode)
    beasts(table)
    written_sheet(table)
    recaps.publish(**write_recap(table))
    gm_notes.write(actor=table.viewer("alicja"), campaign=table.campaign, text=CANARY, was=edit.fingerprint(""))
    busy_shade(table)
    scenes.write_note(
        actor=table.viewer("alicja"), campaign=table.campaign, scene=scene_steps.running(table), text=CANARY
    )  # fmt: skip
    secrets = [CANARY, *FIELDS.values(), "Julio", "Rosalia", "Strażnik", "a stranger in grey"]
    for name in OUTSIDE:
        found = outputs.everything(table, name)
        assert [secret for secret in secrets if secret.encode() in found] == [], name
        assert outputs.live(table, name) == outputs.replay(table, name) == b""
    assert all(secret.encode() in outputs.everything(table, "alicja") for secret in (CANARY, "Julio"))


@pytest.mark.parametrize("mode", [Mode.GM, Mode.BLIND, Mode.SELF])
def test_of_a_secret_roll_others_get_no_byte(table, mode):
    before = newest(table)
    blind_to = [name for name in EVERYBODY if name not in {*GMS, "bartek"}]
    pages = {name: outputs.without_csrf(outputs.everything(table, name)) for name in ("celina", "filip")}
    roll(table, mode=mode, difficulty=9)
    for name in blind_to:
        assert outputs.live(table, name, after=before) == b""
    after = {name: outputs.without_csrf(outputs.everything(table, name)) for name in pages}
    assert after == pages


def test_a_message_to_the_gm_is_its_writers_and_the_gms(table):
    table_actions.say(
        actor=table.viewer("bartek"), channel_id=table.campaign.channel_id, text=CANARY, mode=Mode.GM
    )  # fmt: skip
    for output in LOG.values():
        assert who_reads(table, output, CANARY) == {"bartek", *GM}
    assert who_reads(table, outputs.most, CANARY) == {"bartek", *GM}


@pytest.mark.parametrize(("shown", "told"), [(True, {"bartek", *GM}), (False, GM)])
def test_the_roller_of_a_blind_roll_gets_a_placeholder_unless_the_campaign_has_none(table, shown, told):
    campaigns.change_settings(
        actor=table.viewer("alicja"), campaign=table.campaign, secret_placeholders=shown
    )  # fmt: skip
    check = roll(table, mode=Mode.BLIND)
    for output in LOG.values():
        assert who_reads(table, output, f"row-{check.root.token}") == told
    assert who_reads(table, outputs.most, check.token) == GM


def test_what_a_gm_does_to_a_blind_roll_moves_nothing_on_its_rollers_screen(table):
    check = roll(table, mode=Mode.BLIND)
    before, cursor = newest(table), check.root.token
    pages = outputs.without_csrf(outputs.table_page(table, "bartek"))
    gm = table.viewer("alicja")
    corrected = request_of(table.julio, "inquiry", difficulty=4)
    follow_ups.correct(actor=gm, check=check, corrected=corrected, hidden=True, expect=0, payer=table.julio.pk)
    roll_undo.undo_step(actor=gm, check=check, expect=1)
    follow_ups.settle(actor=gm, check=check, expect=2)
    assert outputs.live(table, "bartek", after=before) == b""
    assert outputs.replay(table, "bartek", cursor) == b""
    assert outputs.without_csrf(outputs.table_page(table, "bartek")) == pages


def test_the_last_result_on_a_sheet_does_not_move_for_a_roll_that_its_owner_may_not_see(table):
    roll(table)
    before = newest(table)
    roll(table, "alicja", mode=Mode.BLIND)
    roll(table, "alicja", mode=Mode.SELF)
    assert outputs.live(table, "bartek", after=before) == b""


def test_the_blind_roller_is_told_nothing_by_the_buttons(table):
    check = roll(table, mode=Mode.BLIND)
    for name in ("follow", "ask", "settle", "reveal", "apply_held", "undo_check", "correct", "answer"):
        answer = table.client("bartek").post(
            reverse(name, args=[check.token]), {"expect": 0, "kind": "boost", "who": table.julio.token}, headers=HTMX
        )  # fmt: skip
        assert answer.status_code == 403
        assert CANARY.encode() not in answer.content


def test_the_press_of_a_blind_roll_repeated_at_ones_own_table_shows_nothing(table):
    """There one is a game master, and a repeated press is answered with what it did at first."""
    check = roll(table, mode=Mode.BLIND, once="the-same-press")
    own = CharacterFactory(owner=table.bartek)
    client = table.client("bartek")
    for url in (reverse("sheet_say", args=[own.token]), reverse("sheet_throw", args=[own.token])):
        answer = client.post(url, {"text": "x", "formula": "2k6", "once": "the-same-press"}, headers=HTMX)
        assert CANARY.encode() not in answer.content
        assert check.token.encode() not in answer.content
    answer = client.post(
        reverse("roll", args=[own.token]), {"traits": "inquiry", "once": "the-same-press"}, headers=HTMX
    )  # fmt: skip
    assert CANARY.encode() not in answer.content
    assert not check.root.is_visible_to(sheet_for(table.bartek, own.token).viewer)


def test_the_game_masters_secret_notes_are_theirs_alone(table):
    before = newest(table)
    for name, was in (("alicja", ""), ("ewa", CANARY)):
        text = f"{was}{CANARY}" if was else CANARY
        gm_notes.write(actor=table.viewer(name), campaign=table.campaign, text=text, was=edit.fingerprint(was))
    assert who_reads(table, outputs.dash, CANARY, EVERYBODY) == GMS
    assert who_reads(table, outputs.everything, CANARY) == GM
    for name in (*PLAYERS, "iga", "gustaw"):
        assert outputs.live(table, name, after=before) == b""
    assert CANARY.encode() in outputs.live(table, "ewa", after=before)


# --- counting what is hidden --------------------------------------------------------------------------------------


def thirty_secrets(table: Table) -> None:
    """What a game master may do all evening without anybody's knowledge."""
    gm = table.viewer("alicja")
    for _ in range(30):
        roll(table, "alicja", mode=Mode.BLIND)
    for number in range(3):
        roll(table, "alicja", mode=Mode.SELF)
        roll(table, "alicja", table.shade, trait="stealth", mode=Mode.GM)
        counters.change_counter(actor=gm, character=table.shade, key="momentum", typed="+1")
        counters.change_counter(actor=gm, character=table.guard, key="momentum", typed="+1")
        edit.set_field(actor=gm, character=table.julio, target="note:=gm", name="text", value=f"{CANARY} {number}")
        edit.set_field(actor=gm, character=table.shade, target="character", name="concept", value=f"{CANARY} {number}")
    table_actions.say(actor=gm, channel_id=table.campaign.channel_id, text=CANARY, mode=Mode.GM)
    life.archive_character(actor=gm, character=table.shade, away=True)


def test_a_players_bytes_are_the_same_with_and_without_thirty_secrets_in_between(table):
    roll(table)
    cursor, seq = roll(table, "celina", table.rosalia).root.token, newest(table)
    before = {name: outputs.without_csrf(outputs.everything(table, name)) for name in PLAYERS}
    thirty_secrets(table)
    for name in PLAYERS:
        assert outputs.live(table, name, after=seq) == b""
        assert outputs.replay(table, name, cursor) == b""
        assert outputs.without_csrf(outputs.everything(table, name)) == before[name]


def test_a_scene_redraws_a_players_rolls_whatever_is_hidden_between_them(table):
    check = roll(table)
    for _ in range(30):
        roll(table, "alicja", mode=Mode.BLIND)
    before = newest(table)
    scenes.open_scene(actor=table.viewer("alicja"), campaign=table.campaign)
    assert f"row-{check.root.token}".encode() in outputs.live(table, "bartek", after=before)


# --- reveal and back ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [Mode.GM, Mode.BLIND])
def test_a_revealed_roll_comes_to_all_and_goes_again(table, mode):
    check = roll(table, mode=mode)
    row = f"row-{check.root.token}".encode()
    gm = table.viewer("alicja")

    before = newest(table)
    secrecy.reveal(actor=gm, check=check, expect=0)
    for name in MEMBERS:
        assert CANARY.encode() in outputs.live(table, name, after=before)
    assert who_reads(table, outputs.table_page, CANARY) == SEATED

    before = newest(table)
    secrecy.conceal(actor=gm, check=check, expect=1)
    for name in ("celina", "gustaw", "filip", "iga"):
        told = outputs.live(table, name, after=before)
        assert b'hx-target="#' + row + b'" hx-swap="delete"' in told
        assert CANARY.encode() not in told
    for output in LOG.values():
        assert who_reads(table, output, CANARY) == SEEN_BY[mode] & set(SOME)


def test_who_never_saw_the_revealed_roll_is_not_told_that_it_is_hidden_again(table):
    check = roll(table, mode=Mode.BLIND)
    seen_it = roll(table, "celina", table.rosalia).root.token
    gm = table.viewer("alicja")
    reveal = secrecy.reveal(actor=gm, check=check, expect=0)
    secrecy.conceal(actor=gm, check=check, expect=1)
    assert outputs.replay(table, "celina", seen_it) == b""
    assert b"delete" in outputs.replay(table, "celina", reveal.token)
    for output in (outputs.replay, outputs.table_page, outputs.log_pages):
        assert check.root.token.encode() not in output(table, "celina")


def test_the_roll_bar_forgets_what_was_hidden_again(table):
    check = roll(table, "alicja", mode=Mode.GM)
    gm = table.viewer("alicja")
    secrecy.reveal(actor=gm, check=check, expect=0)
    assert CANARY.encode() in outputs.sheet_page(table, "bartek")
    before = newest(table)
    secrecy.conceal(actor=gm, check=check, expect=1)
    told = outputs.live(table, "bartek", after=before)
    assert f"#last-{table.julio.token}".encode() in told
    assert CANARY.encode() not in told


# --- hidden difficulty --------------------------------------------------------------------------------------------

SEVENTIES = re.compile(rb"(?<![\w.-])-?7\d(?![\w.-])")  # 77, what is missing to it, and what that costs


def numbers(found: bytes) -> set[bytes]:
    return set(SEVENTIES.findall(found.replace("−".encode(), b"-")))


@pytest.fixture
def hidden(table, dice):
    """A roll for Julio against the GM's secret 77; Julio has what a boost and even this effort take."""
    for key, value in {"momentum": 5, "determination": 90, "endurance": 90}.items():
        Counter.objects.create(character=table.julio, key=key, current=value, maximum=99)
    dice.next(5, 4, 6)
    request = request_of(table.julio, "inquiry", difficulty=77)
    return checks.roll(actor=table.viewer("alicja"), character=table.julio, request=request, hidden=True).rolled


def assert_hidden(table: Table, output: outputs.Output = outputs.most) -> None:
    for name in PLAYERS:
        assert numbers(output(table, name)) == set(), name
    assert numbers(outputs.table_page(table, "ewa"))


def test_a_hidden_difficulty_is_in_no_byte_that_players_get(table, hidden):
    assert_hidden(table, outputs.everything)


def test_a_hidden_difficulty_stays_hidden_after_a_boost_and_an_asked_and_refused_effort(table, hidden):
    bartek, gm = table.viewer("bartek"), table.viewer("alicja")
    follow_ups.follow(actor=bartek, check=hidden, choice=Choice("boost", table.julio.pk), expect=0)
    assert_hidden(table)
    follow_ups.ask_cost(actor=bartek, check=hidden, who=table.julio.pk, text="", expect=1)
    assert_hidden(table)
    follow_ups.answer_cost(actor=gm, check=hidden, agreed=False, expect=2)
    assert_hidden(table)


def test_what_a_player_tries_at_a_hidden_difficulty_is_refused_in_the_same_words(table, hidden):
    """Whatever price is guessed, status and words are the same."""
    client, url = table.client("bartek"), reverse("follow", args=[hidden.token])
    guesses = [
        {"kind": "effort", "who": table.julio.token, "counter": counter, "amount": amount, "expect": 0}
        for counter in ("determination", "endurance")
        for amount in (1, 5, 72, 73, 99)
    ]
    answers = {(answer.status_code, answer.content) for guess in guesses for answer in [client.post(url, guess)]}
    assert len({status for status, _content in answers}) == 1
    assert all(numbers(content) == set() for _status, content in answers)
    assert len({outputs.without_csrf(content) for _status, content in answers}) == 1


def test_a_difficulty_that_the_gm_tells_in_secret_is_hidden(table, dice):
    dice.next(5, 4, 6)
    check = checks.roll(
        actor=table.viewer("bartek"), character=table.julio, request=request_of(table.julio, "inquiry")
    ).rolled  # fmt: skip
    follow_ups.correct(
        actor=table.viewer("alicja"), check=check, corrected=request_of(table.julio, "inquiry", difficulty=77),
        hidden=True, expect=0, payer=table.julio.pk,
    )  # fmt: skip
    assert_hidden(table)


def test_a_hidden_difficulty_is_told_when_it_is_revealed(table, hidden):
    secrecy.reveal(actor=table.viewer("alicja"), check=hidden, expect=0)
    assert all(numbers(outputs.table_page(table, name)) for name in MEMBERS)
    assert all(numbers(outputs.replay(table, name)) for name in MEMBERS)


def test_without_a_difficulty_there_are_no_odds(table):
    url = reverse("odds", args=[table.julio.token])
    told = table.client("bartek").get(url, {"traits": "inquiry", "difficulty": ""})
    assert told.status_code == 200
    assert b"%" not in told.content


# --- hidden NPCs --------------------------------------------------------------------------------------------------


def busy_shade(table: Table) -> Check:
    """A hidden NPC with a secret name that rolls before all, suffers, and is written about."""
    Character.objects.filter(pk=table.shade.pk).update(name=CANARY, concept=CANARY)
    table.shade.refresh_from_db()
    gm = table.viewer("alicja")
    check = checks.roll(
        actor=gm, character=table.shade, request=request_of(table.shade, "stealth", difficulty=2)
    ).rolled  # fmt: skip
    counters.change_counter(actor=gm, character=table.shade, key="momentum", typed="+2")
    edit.set_field(actor=gm, character=table.shade, target="note:=gm", name="text", value=CANARY)
    edit.set_field(actor=gm, character=table.shade, target="character", name="concept", value=f"{CANARY} again")
    scenes.open_scene(actor=gm, campaign=table.campaign)
    return check


def test_a_hidden_npc_is_known_by_its_alias_alone(table):
    busy_shade(table)
    assert who_reads(table, outputs.everything, CANARY) == GM
    seated = sorted(SEATED)  # the log-in is told the address that somebody without an account typed
    assert who_reads(table, outputs.most, table.shade.token, seated) == GM
    for output in LOG.values():
        assert who_reads(table, output, "a stranger in grey") - GM == SEATED - GM


def test_a_hidden_npc_without_an_alias_is_three_question_marks(table):
    Character.objects.filter(pk=table.shade.pk).update(alias="")
    busy_shade(table)
    assert who_reads(table, outputs.most, CANARY) == GM
    assert who_reads(table, outputs.table_page, "<h3>???</h3>") >= SEATED - GM


def beasts(table: Table) -> Character:
    """A template with an attack, hidden copies of it in play, and an attack of an NPC that all know."""
    gm, campaign = table.viewer("alicja"), table.campaign
    beast = births.create_character(actor=gm, campaign=campaign, system="", name=CANARY, npc=True, template=True)
    for character in (beast, table.guard):
        values = {"name": f"{CANARY} bite", "value": 7, "defence": "dodge", "note": CANARY}
        edit.add_row(actor=gm, character=character, kind="attack", values=values)
    edit.set_field(actor=gm, character=beast, target="character", name="concept", value=CANARY)
    counters.change_counter(actor=gm, character=beast, key="momentum", typed="+2")
    foes.put_into_play(actor=gm, template=beast, number=2, hidden=True)
    npcs.make_template(actor=gm, character=table.guard)
    return beast


def test_templates_their_hidden_copies_and_attacks_are_the_gms(table):
    before = newest(table)
    pages = {name: outputs.without_csrf(outputs.everything(table, name)) for name in ("celina", "filip")}
    beast = beasts(table)
    assert who_reads(table, outputs.everything, CANARY) == GM
    for name in ("bartek", "filip", "daniel"):
        assert outputs.live(table, name, after=before) == b""
    after = {name: outputs.without_csrf(outputs.everything(table, name)) for name in pages}
    assert after == pages

    def sheets(table: Table, name: str) -> bytes:
        addresses = [
            reverse(page, args=[one.token])
            for one in (beast, table.guard)
            for page in ("sheet", "history", "export", "print_sheet")
        ]
        return outputs.pages(table, name, *addresses, reverse("panel", args=[table.guard.token, "attacks"]))

    assert who_reads(table, sheets, CANARY) == GM


def test_what_the_enemies_share_is_in_no_byte_that_players_get(table, dice):
    gm, guard = table.viewer("alicja"), table.guard
    scene = opened(table, COMBAT, Joining(guard, "enemies"))
    before = newest(table)
    pages = {name: outputs.without_csrf(outputs.everything(table, name)) for name in ("celina", "filip")}
    for typed in ("76", "+1"):
        foes.change_pool(actor=gm, campaign=table.campaign, scene=scene, typed=typed)
    assert {name: outputs.without_csrf(outputs.everything(table, name)) for name in pages} == pages
    for name in (*PLAYERS, "iga"):
        assert outputs.live(table, name, after=before) == b""
    dice.next(6, 6, 2)
    rolled = checks.roll(actor=gm, character=guard, request=request_of(guard, "melee", difficulty=2))
    assert any(change.field == "enemy_pool" for change in rolled.told)
    for name in (*PLAYERS, "iga"):
        assert numbers(outputs.everything(table, name)) == set(), name
        assert b"scene_" not in outputs.live(table, name, after=rolled.seq - 1)
    assert numbers(outputs.get(table, "ewa", reverse("dash", args=[table.campaign.token])))


def test_visible_copies_have_their_names_for_all_and_lose_them_when_hidden_again(table):
    beast = births.create_character(
        actor=table.viewer("alicja"), campaign=table.campaign, system="", name=CANARY, npc=True, template=True
    )  # fmt: skip
    before = newest(table)
    foes.put_into_play(actor=table.viewer("alicja"), template=beast, number=1, hidden=False)
    for name in MEMBERS:
        assert CANARY.encode() in outputs.live(table, name, after=before)
    assert who_reads(table, outputs.table_page, CANARY) == SEATED
    copy = Character.objects.get(name=CANARY, template=False)
    life.show_npc(actor=table.viewer("alicja"), character=copy, hidden=True)
    assert who_reads(table, outputs.most, CANARY) == GM


def test_a_revealed_npc_has_its_name_everywhere_and_hidden_again_nowhere(table):
    busy_shade(table)
    life.show_npc(actor=table.viewer("alicja"), character=table.shade, hidden=False)
    assert who_reads(table, outputs.table_page, CANARY) == SEATED
    life.show_npc(actor=table.viewer("alicja"), character=table.shade, hidden=True)
    assert who_reads(table, outputs.most, CANARY) == GM


def test_the_rows_of_a_hidden_npc_cannot_be_asked_for(table):
    busy_shade(table)
    url = reverse("table_log", args=[table.campaign.token])
    hidden = table.client("celina").get(url, {"of": table.shade.token}).content
    unknown = table.client("celina").get(url, {"of": "no-such-character"}).content
    assert hidden.replace(table.shade.token.encode(), b"") == unknown.replace(b"no-such-character", b"")


def test_players_have_no_buttons_on_an_npcs_roll(table):
    check = roll(table, "alicja", table.guard, trait="melee", difficulty=9)
    for output in LOG.values():
        assert who_reads(table, output, check.token) == GM


# --- what comes of rolls --------------------------------------------------------------------------------------------


def came_of(table: Table, check: Check, *targets: Character, key: str = "free.condition.mental", **chosen) -> LogEntry:
    """A condition with the canary as its name comes to these."""
    step = Check.objects.get(pk=check.pk).step
    return consequences.bring_about(
        actor=table.viewer("alicja"), check=check, choice=ComeChoice(key, 3, name=CANARY, **chosen), targets=targets,
        expect=step,
    )  # fmt: skip


def plain_roll(table: Table, mode: str = Mode.PUBLIC) -> Check:
    queue.next(2, 3, 4)
    request = request_of(table.julio, "inquiry", difficulty=2)
    return checks.roll(actor=table.viewer("bartek"), character=table.julio, request=request, mode=mode).rolled


def test_what_comes_to_somebody_hidden_is_no_players_to_know(table):
    came_of(table, plain_roll(table), table.shade)
    assert who_reads(table, outputs.everything, CANARY) == GM
    assert who_reads(table, outputs.everything, "condition of strength") == GM


def test_to_a_player_the_roll_looks_settled_then_and_nothing_else(table):
    settled, hit = plain_roll(table), plain_roll(table)
    follow_ups.settle(actor=table.viewer("alicja"), check=settled, expect=0)
    before = newest(table)
    came_of(table, hit, table.shade)
    for name in ("bartek", "celina", "filip"):
        page = outputs.table_page(table, name).decode()
        rows = [page.partition(f'id="row-{one.root.token}"')[2].partition("</article>")[0] for one in (settled, hit)]
        known = [row.replace(one.root.token, "") for row, one in zip(rows, (settled, hit), strict=True)]
        assert re.sub(r"\d{2}:\d{2}(:[\d.]+)?", "", known[0]) == re.sub(r"\d{2}:\d{2}(:[\d.]+)?", "", known[1])
    pages = {name: outputs.without_csrf(outputs.everything(table, name)) for name in PLAYERS}
    before = newest(table)
    again = came_of(table, hit, table.shade)
    roll_undo.undo_step(actor=table.viewer("alicja"), check=hit, expect=2, step=again.token)
    for name in PLAYERS:
        assert outputs.live(table, name, after=before) == b""
        assert outputs.without_csrf(outputs.everything(table, name)) == pages[name]


def test_of_somebody_hidden_among_others_only_the_others_are_told(table):
    came_of(table, plain_roll(table), table.shade, table.rosalia)
    for output in LOG.values():
        assert who_reads(table, output, "Rosalia") >= SEATED - {"filip"}
        assert who_reads(table, output, "Cień") == GM
        assert b"a stranger in grey" not in output(table, "celina")


@pytest.mark.parametrize("mode", [Mode.GM, Mode.BLIND])
def test_what_comes_of_a_secret_roll_is_seen_on_ones_own_sheet_and_nowhere_else(table, mode):
    check = plain_roll(table, mode)
    if mode == Mode.BLIND:
        secrecy.apply_held(actor=table.viewer("alicja"), check=check, expect=0)
    entry = came_of(table, check, table.rosalia)
    readers = {name for name in SOME if entry.token.encode() in outputs.everything(table, name)}
    assert readers == GM
    seen = who_reads(table, outputs.table_page, CANARY)
    assert {"celina", *GM} <= seen
    for name in ("bartek", "celina", "filip"):
        page = outputs.log_pages(table, name)
        assert (CANARY.encode() in page) == (name == "bartek" and mode == Mode.GM)


@pytest.mark.parametrize(
    ("sheet_view", "told"),
    [(Campaign.SheetView.FULL, {"bartek", "celina", *GM}), (Campaign.SheetView.POOLS, {"celina", *GM}),
     (Campaign.SheetView.NAMES, {"celina", *GM})],
)  # fmt: skip
def test_a_row_tells_of_a_sheet_what_its_reader_sees_there(table, sheet_view, told):
    Campaign.objects.filter(pk=table.campaign.pk).update(sheet_view=sheet_view)
    came_of(table, plain_roll(table), table.rosalia)
    for output in LOG.values():
        assert who_reads(table, output, CANARY) == told


def test_a_known_npcs_pools_and_conditions_are_the_game_masters(table):
    check = plain_roll(table)
    came_of(table, check, table.guard)
    came_of(table, check, table.guard, key="free.damage.endurance")
    assert who_reads(table, outputs.everything, CANARY) == GM
    for name in ("bartek", "filip"):
        told = outputs.table_page(table, name)
        assert "Strażnik".encode() in told
        assert b"<del>10</del>" not in told


def test_what_comes_under_a_hidden_difficulty_tells_no_number(table, hidden):
    came_of(table, hidden, table.rosalia)
    came_of(table, hidden, table.rosalia, key="free.gain.momentum")
    assert_hidden(table)
    row = outputs.table_page(table, "bartek").decode().partition(f'id="row-{hidden.root.token}"')[2]
    told = row.partition('class="steps came"')[2].partition("</ul>")[0]
    assert "Rosalia" in told
    assert not re.search(r">[^<]*\d", told)


# --- recaps -------------------------------------------------------------------------------------------------------


def write_recap(table: Table, text: str = CANARY) -> dict:
    """The running session's recap, written by the game master; what the other actions want to know of it."""
    session = table.campaign.game_sessions.get(state="running")
    given = {"actor": table.viewer("alicja"), "campaign": table.campaign, "session": session}
    recaps.write(**given, text=text, was=edit.fingerprint(session.recap))
    return given


def test_an_unpublished_recap_is_the_gms_alone(table):
    write_recap(table)
    assert who_reads(table, outputs.session_pages, CANARY, EVERYBODY) == GMS
    assert who_reads(table, outputs.log_files, CANARY, EVERYBODY) == GMS
    assert who_reads(table, outputs.everything, CANARY) == GM


@pytest.mark.parametrize("name", ["bartek", "filip"])
def test_nobody_else_learns_that_there_is_one(table, name):
    roll(table)
    before, seq = outputs.without_csrf(outputs.everything(table, name)), newest(table)
    write_recap(table)
    write_recap(table, f"{CANARY} again")
    assert outputs.live(table, name, after=seq) == b""
    assert outputs.without_csrf(outputs.everything(table, name)) == before


def test_a_published_recap_is_everybodys_who_sits_here(table):
    recaps.publish(**write_recap(table))
    for output in (outputs.session_pages, outputs.log_files):
        assert who_reads(table, output, CANARY, EVERYBODY) == set(MEMBERS)


def test_a_recap_that_was_taken_back_leaves_nothing_behind(table):
    given = write_recap(table)
    before = {name: outputs.without_csrf(outputs.table_page(table, name)) for name in ("bartek", "filip")}
    seq = newest(table)
    published = recaps.publish(**given)
    assert f"row-{published.token}".encode() in outputs.live(table, "bartek", after=seq)
    told = newest(table)
    recaps.withdraw(**given)
    removal = outputs.live(table, "bartek", after=told)
    assert f'hx-target="#row-{published.token}" hx-swap="delete"'.encode() in removal
    assert CANARY.encode() not in removal
    assert {name: outputs.without_csrf(outputs.table_page(table, name)) for name in before} == before
    assert who_reads(table, outputs.everything, CANARY) == GM
    assert outputs.replay(table, "celina", LogEntry.objects.get(kind="session_began").token) == b""


# --- sheets -------------------------------------------------------------------------------------------------------

FIELDS = {"a": "Aconcept", "p": "613", "b": "Bability", "c": "Cbiography", "d": "Dprivate", "e": "Egmnotes"}
OTHER_PLAYERS = {"celina"}


def written_sheet(table: Table) -> None:
    """A canary in each field group of Julio's sheet, written by those who may, so that it is in the log as well."""
    bartek, gm, julio = table.viewer("bartek"), table.viewer("alicja"), table.julio

    def write(actor, target: str, name: str, value: str) -> None:
        edit.set_field(actor=actor, character=julio, target=target, name=name, value=value)

    write(bartek, "character", "concept", FIELDS["a"])
    counters.change_maximum(actor=bartek, character=julio, key="endurance", maximum=900)
    counters.change_counter(actor=bartek, character=julio, key="endurance", typed=FIELDS["p"])
    values = {"kind": Ability.Kind.ABILITY, "name": FIELDS["b"], "text": "", "cost": 0}
    edit.add_row(actor=bartek, character=julio, kind="ability", values=values)
    write(bartek, f"note:={Note.Kind.BIOGRAPHY}", "text", FIELDS["c"])
    write(bartek, f"note:={Note.Kind.PRIVATE}", "text", FIELDS["d"])
    write(gm, f"note:={Note.Kind.GM}", "text", FIELDS["e"])


@pytest.mark.parametrize(
    ("sheet_view", "pools", "rest"),
    [
        (Campaign.SheetView.FULL, OTHER_PLAYERS, OTHER_PLAYERS),
        (Campaign.SheetView.POOLS, OTHER_PLAYERS, set()),
        (Campaign.SheetView.NAMES, set(), set()),
    ],
)
def test_each_reader_gets_the_field_groups_that_are_theirs_and_no_byte_more(table, sheet_view, pools, rest):
    Campaign.objects.filter(pk=table.campaign.pk).update(sheet_view=sheet_view)
    written_sheet(table)
    found = {name: outputs.everything(table, name) for name in (*SOME, "iga")}
    words = {group: re.compile(rf"(?<![\w.]){word}(?![\w.])".encode()) for group, word in FIELDS.items()}
    seen = {group: {name for name in found if word.search(found[name])} for group, word in words.items()}
    assert seen == {
        "a": {*SEATED, "iga"},
        "p": {"bartek", *GM} | pools,
        "b": {"bartek", *GM} | rest,
        "c": {"bartek", *GM} | rest,
        "d": {"bartek"},
        "e": GM,
    }


@pytest.mark.parametrize("name", ["celina", "filip"])
def test_edits_of_what_one_does_not_see_are_not_even_counted(table, name):
    Campaign.objects.filter(pk=table.campaign.pk).update(sheet_view=Campaign.SheetView.NAMES)
    before, seq = outputs.without_csrf(outputs.everything(table, name)), newest(table)
    for text in ("one", "two", "three"):
        for target in ("note:=private", "note:=biography"):
            edit.set_field(
                actor=table.viewer("bartek"), character=table.julio, target=target, name="text", value=text
            )  # fmt: skip
        counters.change_counter(actor=table.viewer("bartek"), character=table.julio, key="momentum", typed="+1")
    assert outputs.live(table, name, after=seq) == b""
    assert outputs.without_csrf(outputs.everything(table, name)) == before


def test_the_campaigns_name_is_nobodys_who_does_not_sit_there(table):
    Campaign.objects.filter(pk=table.campaign.pk).update(name=CANARY)
    assert who_reads(table, outputs.most, CANARY, OUTSIDE) == set()
    assert who_reads(table, outputs.table_page, CANARY) == SEATED


# --- scenes -------------------------------------------------------------------------------------------------------

OUT_OF_SIGHT = ("bartek", "celina", "filip")


def ambush(table: Table, *, hidden: bool = True) -> None:
    """A combat in which the guard, whose name is the canary, lurks between Julio and Rosalia."""
    Character.objects.filter(pk=table.guard.pk).update(name=CANARY)
    table.guard.refresh_from_db()
    lurking = [Joining(table.guard, "enemies", hidden=True)] if hidden else []
    people = [Joining(table.julio), *lurking, Joining(table.rosalia), Joining(table.shade, "enemies")]
    scenes.open_scene(actor=table.viewer("alicja"), campaign=table.campaign, plan=Plan("combat"), people=people)


def scene_pages(table: Table, name: str) -> bytes:
    return b"".join(output(table, name) for output in (outputs.table_page, outputs.sheet_page))


def lurker(table: Table) -> InScene:
    return InScene.objects.get(character=table.guard)


def test_a_hidden_participant_is_nowhere_in_what_players_get(table):
    ambush(table)
    scene_steps.go_on(table)
    scene_steps.go_on(table)
    token = lurker(table).token
    for name in OUT_OF_SIGHT:
        told = scene_pages(table, name) + outputs.live(table, name)
        strip = [piece.split(b"</section>")[0] for piece in told.split(b'id="scene_strip"')[1:]]
        assert strip
        assert not any(CANARY.encode() in piece for piece in strip)
        assert token.encode() not in told
        assert b"a stranger in grey" in b"".join(strip)  # one who is shown is known by the alias alone
        assert "Cień".encode() not in told


def test_what_a_hidden_participant_does_is_no_byte_to_players(table):
    ambush(table)
    scene_steps.go_on(table)
    gm, scene = table.viewer("alicja"), scene_steps.running(table)
    before = newest(table)
    pages = {name: outputs.without_csrf(scene_pages(table, name)) for name in OUT_OF_SIGHT}
    scene_steps.go_on(table)
    one, given = lurker(table), {"actor": gm, "campaign": table.campaign, "scene": scene}
    step = scene_steps.running(table).step
    participants.move(**given, participant=one, to=0, expect=step)
    participants.move(**given, participant=one, to=1, expect=step + 1)
    participants.take_side(**given, participant=one, side="others", expect=step + 2)
    scenes.write_note(**given, text=CANARY)
    scene_steps.go_back(table)
    scene_steps.leave(table, table.guard)
    assert {name: outputs.live(table, name, after=before) for name in OUT_OF_SIGHT} == dict.fromkeys(OUT_OF_SIGHT, b"")
    assert {name: outputs.without_csrf(scene_pages(table, name)) for name in OUT_OF_SIGHT} == pages


def blank(told: bytes) -> bytes:
    """Without what falls by chance: tokens and times."""
    told = re.sub(rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d\.\d{6}Z)?", b"TIME", outputs.without_csrf(told))
    for model in (LogEntry, Scene, InScene, Character, Campaign):
        for token in model.objects.values_list("token", flat=True):
            told = told.replace(token.encode(), b"TOKEN")
    return told


def of_the_scene(told: bytes) -> list[bytes]:
    return [piece.split(b"</section>")[0] for piece in told.split(b'id="scene_strip"')[1:]]


def a_round_and_a_half(hidden: bool) -> dict[str, tuple[bytes, list[bytes]]]:
    """All that players are sent of some turns, most of them ended by players; then the world is forgotten."""
    with transaction.atomic():
        table = make_table()
        ambush(table, hidden=hidden)
        before = newest(table)
        scene_steps.go_on(table)
        if hidden:
            scene_steps.go_on(table)  # the lurking one's turn
        scene_steps.end_turn(table, "bartek")
        scene_steps.end_turn(table, "celina")
        scene_steps.go_on(table)
        scene_steps.end_turn(table, "bartek")  # over the lurking one
        found = {
            name: (blank(outputs.live(table, name, after=before)), of_the_scene(blank(scene_pages(table, name))))
            for name in OUT_OF_SIGHT
        }
        transaction.set_rollback(True)
    return found


@pytest.mark.django_db
def test_a_round_with_a_hidden_participant_is_sent_byte_by_byte_as_one_without(dice):
    dice.real()
    with_one, without = a_round_and_a_half(hidden=True), a_round_and_a_half(hidden=False)
    for name in OUT_OF_SIGHT:
        assert with_one[name][0].count(b"scene_strip") >= 3
        assert with_one[name] == without[name]


def test_the_note_of_a_scene_is_the_game_masters_alone(table):
    ambush(table, hidden=False)
    note = "Abbotsecret"
    scenes.write_note(
        actor=table.viewer("alicja"), campaign=table.campaign, scene=scene_steps.running(table), text=note
    )  # fmt: skip
    assert who_reads(table, outputs.everything, note) <= GM
    dash = reverse("dash", args=[table.campaign.token])
    assert {name for name in SOME if note.encode() in outputs.pages(table, name, dash)} == GM


def test_what_a_player_posts_about_a_hidden_participant_is_answered_as_if_there_were_none(table):
    ambush(table)
    scene_steps.go_on(table)
    scene = scene_steps.running(table)
    answers = []
    for who in (lurker(table).token, "no-such-one"):
        url = reverse("scene_react", args=[table.campaign.token, scene.token, who])
        answers.append(outputs.without_csrf(outputs.get(table, "bartek", url)).replace(who.encode(), b"WHO"))
    assert answers[0] == answers[1]


# --- a defence that is asked first --------------------------------------------------------------------------------


def test_what_a_secret_attack_came_to_is_in_no_players_bytes_when_its_defence_is_asked(table, dice):
    dice.next(2, 3, 4)
    request = request_of(table.guard, "melee", difficulty=0, modifiers=(Modifier(14, CANARY),))
    attack = checks.roll(actor=table.viewer("alicja"), character=table.guard, request=request, mode=Mode.GM).rolled
    ask_defence(
        actor=table.viewer("alicja"), check=attack, choice=ComeChoice("attack"), targets=[table.julio], expect=0
    )  # fmt: skip
    assert who_reads(table, outputs.everything, CANARY) == GM
    for name in PLAYERS:
        found = outputs.most(table, name)
        assert not re.search(rb">[^<]*(?<![\w.:-])17(?![\w.:-])[^<]*<", found), name
        assert attack.token.encode() not in found
