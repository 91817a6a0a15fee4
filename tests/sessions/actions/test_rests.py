"""A rest of the party: who calls and takes it, what it changes, what stands in its way, and two hands at once."""

import pytest

from caerbannog_site.errors import Conflict, Refused
from rules.errors import RuleError
from sessions import resting
from sessions.actions import rests
from sessions.actions.rest_choices import Wish
from sessions.actions.rests import RestMoved
from sessions.actions.undoing import undo_entry
from sessions.models import LogEntry, Rest
from sheets import snapshot
from sheets.models import Character, Condition, Counter, Training
from tests.cast import CampaignFactory, CharacterFactory
from tests.races import at_once

TIRED = {"endurance": 4, "determination": 7, "vitality": 3}


def has(character, **pools):
    for key, value in pools.items():
        Counter.objects.update_or_create(
            character=character, key=key, defaults={"current": value, "maximum": 10 if key in TIRED else None}
        )


def pools(character, *keys):
    rows = snapshot.load_one(character, ["counter"])
    return tuple(rows.counter(key).value for key in keys)


def called(table, kind, *characters):
    actor = table.viewer("alicja")
    rests.call(actor=actor, campaign=table.campaign, kind=kind, characters=characters or (table.julio,))
    return Rest.objects.get(campaign=table.campaign, state="open")


def chosen(table, rest, what, typed="", *, who="bartek", character=None, **wish):
    return rests.choose(
        actor=table.viewer(who), rest=rest, character=character or table.julio, wish=Wish(what, typed, **wish)
    )


def taken(table, rest, who="alicja", **changed):
    rest.refresh_from_db()
    now = {"expect": rest.step, "seen": resting.party_of(rest).fingerprint()}
    return rests.take(actor=table.viewer(who), rest=rest, **{**now, **changed})


# --- calling --------------------------------------------------------------------------------------------------------


def test_a_rest_is_called_for_those_who_were_ticked(table, julio):
    rest = called(table, "rest", table.julio, table.guard)
    assert set(rest.choices) == {str(julio.pk), str(table.guard.pk)}
    entry = LogEntry.objects.get()
    assert (entry.kind, entry.mode, entry.listed) == ("rest_called", "public", True)
    assert table.seats["bartek"].pk in entry.concerns


def test_a_rest_of_npcs_alone_is_the_gms_business(table):
    called(table, "breather", table.shade)
    assert LogEntry.objects.get().mode == "gm"


def test_one_rest_at_a_time(table):
    called(table, "breather")
    with pytest.raises(RestMoved, match="Alicja was faster"):
        called(table, "rest")
    assert Rest.objects.count() == 1


@pytest.mark.parametrize("kind", ["", "nap", "week"])
def test_a_rest_that_the_game_has_not_is_refused(table, kind):
    with pytest.raises(Refused, match="no such rest"):
        called(table, kind)
    assert not Rest.objects.exists()


def test_a_game_without_rests_refuses_all_of_them(table):
    earlier = CampaignFactory(system="caerbannog_earlier")
    hero = CharacterFactory(campaign=earlier)
    with pytest.raises(Refused, match="no such rest"):
        rests.call(actor=table.viewer("alicja"), campaign=earlier, kind="rest", characters=[hero])


def test_nobody_rests_who_is_elsewhere_or_put_away(table, julio, rosalia):
    Character.objects.filter(pk=julio.pk).update(archived_at="2026-11-30T20:00Z")
    with pytest.raises(Refused, match="Choose who rests"):
        called(table, "rest", julio, CharacterFactory())
    assert set(called(table, "rest", julio, rosalia).choices) == {str(rosalia.pk)}


def test_another_games_rests_are_its_own(table):
    cairn = CampaignFactory(system="cairn")
    hero = CharacterFactory(campaign=cairn)
    rests.call(actor=table.viewer("alicja"), campaign=cairn, kind="week", characters=[hero])
    assert resting.party_of(Rest.objects.get()).kind.key == "week"


# --- the numbers of the house tables --------------------------------------------------------------------------------


def test_a_breather_turns_up_to_three_vitality_into_endurance(table, julio):
    has(julio, **TIRED)
    rest = called(table, "breather")
    chosen(table, rest, "convert", "+1")
    chosen(table, rest, "convert", "3")
    taken(table, rest)
    assert pools(julio, "endurance", "determination", "vitality") == (7, 7, 0)


def test_a_breather_that_nobody_uses_changes_nothing(table, julio):
    has(julio, momentum=5, experience=4, **TIRED)
    entry = taken(table, called(table, "breather"))
    assert entry.told == []
    assert pools(julio, "endurance", "vitality", "momentum", "experience") == (4, 3, 5, 4)


def test_a_rest_fills_endurance_and_determination_and_half_of_vitality(table, julio):
    has(julio, momentum=5, contacts=1, **TIRED)
    taken(table, called(table, "rest"))
    assert pools(julio, "endurance", "determination", "vitality", "momentum", "contacts") == (10, 10, 8, 0, 1)


def test_half_of_an_odd_maximum_is_rounded_up(table, julio):
    has(julio, vitality=1)
    Counter.objects.filter(character=julio, key="vitality").update(maximum=7)
    taken(table, called(table, "rest"))
    assert pools(julio, "vitality") == (5,)


def test_an_interlude_fills_vitality_and_social_capital_and_heals_what_was_ticked(table, julio):
    has(julio, **TIRED)
    Counter.objects.create(character=julio, key="contacts", current=1, maximum=3)
    rib, eye = (Condition.objects.create(character=julio, kind="injury", name=name) for name in ("rib", "eye"))
    rest = called(table, "interlude")
    chosen(table, rest, "heal", key=rib.token, on=True)
    taken(table, rest)
    assert pools(julio, "endurance", "determination", "vitality", "contacts") == (10, 10, 10, 3)
    assert [row.name for row in snapshot.load_one(julio).conditions] == [eye.name]


def test_a_tables_own_numbers_count(table, julio):
    table.campaign.house = {"breather": [["convert", 1]]}
    table.campaign.save()
    has(julio, **TIRED)
    rest = called(table, "breather")
    with pytest.raises(RuleError, match="can be turned into Endurance"):
        chosen(table, rest, "convert", "2")
    chosen(table, rest, "convert", "1")


# --- experience into trainings --------------------------------------------------------------------------------------


def test_a_training_begins_with_all_that_is_left(table, julio):
    has(julio, experience=3)
    rest = called(table, "rest")
    chosen(table, rest, "begin", name="Walka Bezpośrednia", required=6)
    taken(table, rest)
    assert pools(julio, "experience") == (0,)
    assert list(Training.objects.values_list("name", "invested", "required")) == [("Walka Bezpośrednia", 3, 6)]


def test_experience_is_shared_out_between_an_open_training_and_a_new_one(table, julio):
    has(julio, experience=4)
    swords = Training.objects.create(character=julio, name="Swords", invested=2, required=5)
    rest = called(table, "rest")
    chosen(table, rest, "train", "+1", key=swords.token)
    chosen(table, rest, "train", "+1", key=swords.token)
    chosen(table, rest, "begin", "2", name="Letters")
    taken(table, rest)
    assert list(Training.objects.values_list("name", "invested", "required")) == [
        ("Swords", 4, 5), ("Letters", 2, None),
    ]  # fmt: skip


def test_a_new_training_of_an_open_ones_name_goes_on_with_it(table, julio):
    has(julio, experience=1)
    Training.objects.create(character=julio, name="Swords", invested=2)
    rest = called(table, "rest")
    chosen(table, rest, "begin", "1", name="swords")
    taken(table, rest)
    assert Training.objects.get().invested == 3


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"what": "train", "typed": "5"}, "need so much"),
        ({"what": "train", "typed": "4"}, "doesn't need so much"),
        ({"what": "begin", "typed": "5", "name": "Letters"}, "enough experience"),
        ({"what": "begin", "typed": "2", "name": "Letters", "required": 1}, "doesn't need so much"),
        ({"what": "begin", "typed": "0", "name": "Letters"}, "no experience left"),
    ],
)
def test_what_the_rules_do_not_allow_is_not_chosen(table, julio, wish, said):
    has(julio, experience=4)
    swords = Training.objects.create(character=julio, name="Swords", invested=2, required=5)
    rest = called(table, "rest")
    with pytest.raises((RuleError, Refused), match=said):
        chosen(table, rest, wish["what"], wish["typed"], key=swords.token, **{
            name: value for name, value in wish.items() if name not in ("what", "typed")
        })  # fmt: skip
    rest.refresh_from_db()
    assert rest.choices[str(julio.pk)] == resting.new_choice()


@pytest.mark.parametrize(("kind", "what"), [("breather", "begin"), ("rest", "heal")])
def test_each_rest_has_its_own_choices(table, julio, kind, what):
    has(julio, experience=1)
    rib = Condition.objects.create(character=julio, kind="injury", name="rib")
    rest = called(table, kind)
    with pytest.raises((RuleError, Refused)):
        chosen(table, rest, what, name="Letters", key=rib.token, on=True)


def test_a_choice_is_taken_back(table, julio):
    has(julio, experience=2)
    rest = called(table, "rest")
    chosen(table, rest, "begin", "2", name="Letters")
    rest.refresh_from_db()
    [begun] = rest.choices[str(julio.pk)]["trainings"]
    chosen(table, rest, "train", "-2", key=begun["id"])
    rest.refresh_from_db()
    assert rest.choices[str(julio.pk)] == resting.new_choice()


def test_a_wish_that_changes_nothing_writes_nothing(table):
    rest = called(table, "breather")
    assert chosen(table, rest, "convert", "0") is None
    assert LogEntry.objects.count() == 1


def test_a_training_that_is_over_or_gone_takes_nothing(table, julio):
    has(julio, experience=1)
    over = Training.objects.create(character=julio, name="Swords", done=True)
    rest = called(table, "rest")
    for token in (over.token, "nobodys-training"):
        with pytest.raises(Conflict, match="no longer there"):
            chosen(table, rest, "train", "1", key=token)


def test_what_no_longer_fits_is_left_out_rather_than_in_the_way(table, julio):
    """A choice was made, and then the sheet moved on."""
    has(julio, experience=3, **TIRED)
    swords = Training.objects.create(character=julio, name="Swords", required=9)
    rest = called(table, "rest")
    chosen(table, rest, "train", "3", key=swords.token)
    has(julio, experience=2)
    rest.refresh_from_db()
    [one] = resting.party_of(rest).resting
    assert ([plan.training.experience for plan in one.plans], one.unspent) == ([2], 0)
    Training.objects.update(deleted=True)
    [one] = resting.party_of(rest).resting
    assert (one.plans, one.unspent) == ([], 2)


# --- confirming -----------------------------------------------------------------------------------------------------


def test_a30_unspent_experience_is_refused_with_whose_and_how_much(table, julio, rosalia):
    has(julio, experience=2, **TIRED)
    has(rosalia, experience=1)
    rest = called(table, "rest", julio, rosalia)
    with pytest.raises(Refused) as refusal:
        taken(table, rest)
    assert str(refusal.value.message) == (
        "Julio: 2 points of experience still have to go into training. "
        "Rosalia: 1 point of experience still has to go into training."
    )
    rest.refresh_from_db()
    assert (rest.state, pools(julio, "endurance")) == ("open", (4,))


def test_a30_a_rest_is_one_entry_for_all_and_experience_is_gone(table, julio, rosalia):
    has(julio, experience=1, momentum=2)
    has(rosalia, experience=1, **TIRED)
    rest = called(table, "rest", julio, rosalia)
    chosen(table, rest, "begin", name="Riding")
    chosen(table, rest, "begin", name="Medicine", who="alicja", character=rosalia)  # a GM fills in for anybody
    before = LogEntry.objects.count()
    entry = taken(table, rest)
    assert LogEntry.objects.count() == before + 1
    assert {change.character_id for change in entry.told} == {julio.pk, rosalia.pk}
    assert (pools(julio, "experience", "momentum"), pools(rosalia, "experience", "endurance")) == ((0, 0), (0, 10))
    assert set(entry.concerns) == {table.seats[name].pk for name in ("alicja", "bartek", "celina")}


def test_a_rest_is_taken_once(table):
    rest = called(table, "rest")
    taken(table, rest)
    with pytest.raises(RestMoved, match="Alicja was faster: Rest has been taken"):
        taken(table, rest, who="ewa")
    assert LogEntry.objects.filter(kind="rest").count() == 1


def test_the_same_press_gets_the_same_answer(table):
    rest = called(table, "rest")
    first = taken(table, rest, once="press")
    assert taken(table, rest, once="press") == first


def test_a_choice_in_the_meantime_shows_itself_before_anything_is_taken(table, julio):
    has(julio, **TIRED)
    rest = called(table, "breather")
    seen = resting.party_of(rest).fingerprint()
    chosen(table, rest, "convert", "2")
    with pytest.raises(RestMoved, match="Bartek was faster"):
        rests.take(actor=table.viewer("alicja"), rest=rest, expect=0, seen=seen)
    assert pools(julio, "endurance") == (4,)


def test_numbers_that_moved_are_shown_before_anything_is_taken(table, julio):
    has(julio, **TIRED)
    rest = called(table, "rest")
    seen = resting.party_of(rest).fingerprint()
    has(julio, endurance=2)
    with pytest.raises(RestMoved, match="sheets have changed"):
        taken(table, rest, seen=seen)
    assert pools(julio, "endurance") == (2,)
    taken(table, rest)
    assert pools(julio, "endurance") == (10,)


def test_what_the_rest_does_not_touch_may_move(table, julio):
    rest = called(table, "breather")
    seen = resting.party_of(rest).fingerprint()
    has(julio, momentum=5)
    taken(table, rest, seen=seen)


def test_whoever_left_does_not_rest(table, julio, rosalia):
    has(julio, experience=1, **TIRED)
    rest = called(table, "rest", julio, rosalia)
    Character.objects.filter(pk=julio.pk).update(archived_at="2026-11-30T20:00Z")
    taken(table, rest)
    assert pools(julio, "endurance") == (4,)
    with pytest.raises(RestMoved):
        chosen(table, rest, "convert", "1")


def test_a_rest_of_nobody_is_refused(table, julio):
    rest = called(table, "rest")
    Character.objects.filter(pk=julio.pk).update(archived_at="2026-11-30T20:00Z")
    with pytest.raises(Refused, match="Nobody is left"):
        taken(table, rest)


def test_a_rest_is_called_off_and_another_one_called(table, julio):
    has(julio, **TIRED)
    rest = called(table, "rest")
    rests.cancel(actor=table.viewer("ewa"), rest=rest, expect=0)
    assert pools(julio, "endurance") == (4,)
    with pytest.raises(RestMoved, match="Ewa was faster: Rest has been called off"):
        chosen(table, rest, "convert", "1")
    assert called(table, "breather").pk != rest.pk


def test_nobody_calls_off_what_they_have_not_seen(table, julio):
    has(julio, **TIRED)
    rest = called(table, "breather")
    chosen(table, rest, "convert", "1")
    with pytest.raises(RestMoved):
        rests.cancel(actor=table.viewer("alicja"), rest=rest, expect=0)


# --- at once --------------------------------------------------------------------------------------------------------


def quietly(act):
    try:
        return act()
    except Conflict as conflict:
        return conflict


@pytest.mark.django_db(transaction=True)
def test_two_gms_confirm_once(table, transactional_db):
    has(table.julio, **TIRED)
    rest = called(table, "rest")
    seen = resting.party_of(rest).fingerprint()
    actors = [table.viewer("alicja"), table.viewer("ewa")]
    done = at_once(2, lambda n: quietly(lambda: rests.take(actor=actors[n], rest=rest, expect=0, seen=seen)))
    assert sorted(isinstance(one, RestMoved) for one in done) == [False, True]
    assert LogEntry.objects.filter(kind="rest").count() == 1
    assert pools(table.julio, "endurance", "vitality") == (10, 8)


@pytest.mark.django_db(transaction=True)
def test_choices_of_several_people_and_tabs_are_merged(table, transactional_db):
    for one in (table.julio, table.rosalia):
        has(one, experience=5)
        Training.objects.create(character=one, name="Swords")
    rest = called(table, "rest", table.julio, table.rosalia)
    hands = [(table.viewer("bartek"), table.julio), (table.viewer("celina"), table.rosalia)]
    tokens = [Training.objects.get(character=character).token for _viewer, character in hands]

    def press(number):
        viewer, character = hands[number % 2]
        wish = Wish("train", "+1", tokens[number % 2])
        return rests.choose(actor=viewer, rest=rest, character=Character.objects.get(pk=character.pk), wish=wish)

    at_once(10, press)
    rest.refresh_from_db()
    assert [one.plans[0].training.experience for one in resting.party_of(rest).resting] == [5, 5]


@pytest.mark.django_db(transaction=True)
def test_a_choice_and_a_confirmation_at_once_never_lose_each_other(table, transactional_db):
    has(table.julio, **TIRED)
    rest = called(table, "breather")
    seen = resting.party_of(rest).fingerprint()
    gm, player = table.viewer("alicja"), table.viewer("bartek")
    acts = [
        lambda: rests.take(actor=gm, rest=rest, expect=0, seen=seen),
        lambda: rests.choose(actor=player, rest=rest, character=table.julio, wish=Wish("convert", "2")),
    ]
    done = at_once(2, lambda n: quietly(acts[n]))
    assert sum(isinstance(one, RestMoved) for one in done) == 1
    rest.refresh_from_db()
    assert (rest.state, pools(table.julio, "endurance")) in [("taken", (4,)), ("open", (4,))]
    assert (rest.state == "open") == isinstance(done[0], RestMoved)


# --- taking it back -------------------------------------------------------------------------------------------------


def state_of(*characters):
    """Every number and living row of these sheets that a rest could touch."""
    found = []
    for character in characters:
        rows = snapshot.load_one(character)
        found.append(
            (
                [rows.counter(one.key) for one in rows.spec.counters],
                sorted((row.token, row.name, row.invested, row.required, row.done) for row in rows.trainings),
                sorted((row.token, row.name) for row in rows.conditions),
            )
        )
    return found


@pytest.fixture
def long_rest(table, julio, rosalia):
    """An interlude with everything in it, not taken yet."""
    has(julio, experience=3, momentum=4, contacts=0, **TIRED)
    has(rosalia, experience=1, **TIRED)
    rib = Condition.objects.create(character=julio, kind="injury", name="rib")
    swords = Training.objects.create(character=julio, name="Swords", invested=2, required=9)
    rest = called(table, "interlude", julio, rosalia)
    chosen(table, rest, "train", "2", key=swords.token)
    chosen(table, rest, "begin", name="Letters")
    chosen(table, rest, "heal", key=rib.token, on=True)
    chosen(table, rest, "begin", name="Herbs", who="celina", character=rosalia)
    return rest


def test_an_undo_brings_everything_back_exactly_and_a_redo_does_it_again(table, julio, rosalia, long_rest):
    before = state_of(julio, rosalia)
    entry = taken(table, long_rest)
    after = state_of(julio, rosalia)
    assert after != before
    for _again in range(2):
        undo_entry(actor=table.viewer("ewa"), entry=LogEntry.objects.get(pk=entry.pk))
        assert state_of(julio, rosalia) == before
        undo_entry(actor=table.viewer("alicja"), entry=LogEntry.objects.get(pk=entry.pk), back=True)
        assert state_of(julio, rosalia) == after


def test_an_undo_is_refused_whole_where_a_training_has_moved_on(table, julio, rosalia, long_rest):
    entry = taken(table, long_rest)
    Training.objects.filter(name="Swords").update(invested=9)
    after = state_of(julio, rosalia)
    with pytest.raises(Conflict, match="Julio"):
        undo_entry(actor=table.viewer("alicja"), entry=LogEntry.objects.get(pk=entry.pk))
    assert state_of(julio, rosalia) == after
