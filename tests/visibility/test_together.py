"""Who sees what of a shared test: a canary in its note, its dice, a hidden difficulty, a hidden side."""

from __future__ import annotations

import pytest

from sessions import feed
from sessions.actions.checks import result_of
from sessions.models import Mode
from sheets.models import Character
from tests.sessions.together import again, begin, done, share, throw, versus
from tests.visibility import outputs
from tests.visibility.outputs import SOME, who_reads

CANARY = "Canarsecretus"
GMS = {"alicja"}
SIDES = {"bartek", "celina", *GMS}
SHOWN = {name: outputs.LOG[name] for name in ("table", "log pages", "live")}
SEEN_BY = {Mode.PUBLIC: set(SOME), Mode.GM: SIDES, Mode.BLIND: SIDES}


@pytest.fixture
def table(table, dice):
    dice.real()
    return table


def seen(table, name: str) -> bytes:
    """The pages on which a shared test may show, and every frame."""
    return b"".join(output(table, name) for output in (*SHOWN.values(), outputs.sheet_page))


def newest(table) -> int:
    return feed.Source().newest(table.campaign.channel_id)


def together(table, mode=Mode.PUBLIC, **more):
    """Rosalia's test, with Julio's help and a canary in its note; both have thrown."""
    check = begin(
        table, share(table.rosalia, "initiator", "guile"), share(table.julio, "helper", "guile"), mode=mode,
        note=CANARY, **more,
    ).rolled  # fmt: skip
    throw(table, check, table.rosalia, by="celina", faces=(2, 3))  # nothing that a pool would tell
    return check


@pytest.mark.parametrize("mode", list(SEEN_BY))
@pytest.mark.parametrize("whole", [False, True])
def test_a_shared_test_is_its_people_s_and_those_of_its_mode(table, mode, whole):
    """A blind one's people are asked for their dice, and told what it is about, but see no row."""
    check = together(table, mode)
    if whole:
        throw(table, check, table.julio, by="bartek")
    asked = {"bartek", "celina"} if mode == Mode.BLIND and not whole else set()
    for name, output in SHOWN.items():
        blind = GMS | (asked if name != "log pages" else set())
        assert who_reads(table, output, CANARY) == (blind if mode == Mode.BLIND else SEEN_BY[mode]), name


@pytest.mark.parametrize("mode", [Mode.GM, Mode.BLIND])
def test_of_a_secret_one_others_get_no_byte(table, mode):
    pages = {name: outputs.without_csrf(seen(table, name)) for name in ("gustaw", "filip")}
    before = newest(table)
    check = together(table, mode)
    throw(table, check, table.julio, by="bartek", faces=(2,))
    for name in ("gustaw", "filip", "iga", "daniel", ""):
        assert outputs.live(table, name, after=before) == b""
    assert {name: outputs.without_csrf(seen(table, name)) for name in pages} == pages


def test_the_people_of_a_blind_one_see_no_die_of_it(table, dice):
    check = together(table, Mode.BLIND)
    throw(table, check, table.julio, by="bartek")
    label = b"data-k="
    for name in ("bartek", "celina"):
        frames = outputs.live(table, name)
        rows = [line for line in frames.split(b"<article") if f"row-{check.root.token}".encode() in line]
        assert rows
        assert not any(label in row for row in rows)


def test_a_hidden_difficulty_is_in_no_byte_of_a_card_or_a_row(table):
    check = together(table, hidden=True, difficulty=77)
    throw(table, check, table.julio, by="bartek")
    value = result_of(again(check)).value
    for name in ("bartek", "celina", "gustaw", "filip"):
        found = outputs.table_page(table, name) + outputs.live(table, name)
        assert CANARY.encode() in found
        assert b">77<" not in found
        assert f">\N{MINUS SIGN}{abs(value)}<".encode() not in found
    assert b"77" in outputs.table_page(table, "alicja")


@pytest.mark.parametrize("role", ["initiator", "opponent"])
def test_a_hidden_side_is_known_by_its_alias_alone(table, role):
    Character.objects.filter(pk=table.shade.pk).update(name=CANARY)
    table.shade.refresh_from_db()
    if role == "opponent":
        check = versus(table, share(table.julio, "initiator", "riding"), share(table.shade, "opponent")).rolled
        done(table, check, table.julio, "bartek")
    else:
        check = begin(table, share(table.shade, "initiator", "melee"), share(table.julio, "opponent"),
                      kind="opposed", difficulty=None).rolled  # fmt: skip
        done(table, check, table.shade)
        throw(table, check, table.julio, "block", by="bartek")
        done(table, check, table.julio, "bartek")
    assert who_reads(table, seen, CANARY) == GMS
    for output in (outputs.table_page, outputs.live):
        assert who_reads(table, output, table.shade.token) == GMS
    assert who_reads(table, outputs.table_page, table.shade.alias) == set(SOME)


def test_no_chance_is_told_of_a_hidden_one(table):
    url = f"/c/{table.campaign.token}/together/odds/"
    data = {"kind": "opposed", "lead": table.julio.token, f"trait-{table.julio.token}": "riding",
            "against": table.shade.token, f"trait-{table.shade.token}": "stealth"}  # fmt: skip
    assert "Success" not in table.client("bartek").get(url, data).content.decode()
    assert "Success" in table.client("alicja").get(url, data).content.decode()
