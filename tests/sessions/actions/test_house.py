"""A campaign's house tables decide about its own rolls."""

from rules.values import Counter
from sessions.actions.checks import result_of
from sheets import snapshot
from sheets.actions.counters import change_counter
from tests.sessions.actions.test_checks import roll


def test_a_house_breakthrough_of_two_counts_by_twos(table, dice):
    table.campaign.house = {"breakthrough": 2}
    table.campaign.save()
    dice.next(5, 7, 6)
    assert result_of(roll(table).rolled).breakthroughs == 2  # four successes


def test_the_pool_of_momentum_is_as_big_as_the_house_says(table, julio):
    table.campaign.house = {"momentum_cap": 12}
    table.campaign.save()
    julio.refresh_from_db()
    for typed in ("+11", "+5"):
        change_counter(actor=table.viewer("bartek"), character=julio, key="momentum", typed=typed)
    assert snapshot.load_one(julio, ["counter"]).counter("momentum") == Counter(12, 12)


def test_without_a_word_of_the_house_it_holds_ten(table, julio):
    change_counter(actor=table.viewer("bartek"), character=julio, key="momentum", typed="+11")
    assert snapshot.load_one(julio, ["counter"]).counter("momentum") == Counter(10, 10)


def test_without_house_tables_a_breakthrough_takes_three(table, dice):
    dice.next(5, 7, 6)
    assert result_of(roll(table).rolled).breakthroughs == 1


def test_another_table_is_not_touched_by_them(table, dice):
    from tests.cast import CampaignFactory

    CampaignFactory(house={"breakthrough": 2})
    dice.next(5, 7, 6)
    assert result_of(roll(table).rolled).breakthroughs == 1
