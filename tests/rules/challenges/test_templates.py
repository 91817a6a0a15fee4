import pytest

from rules.challenges.play import start
from rules.challenges.spec import Thresholds
from rules.challenges.templates import TEMPLATES, Template, template
from tests.rules.cast import refused
from tests.rules.challenges.party import FOUR, ONE, TWO

each = pytest.mark.parametrize("one", TEMPLATES, ids=[one.key for one in TEMPLATES])


@each
def test_as_printed_it_is_for_its_participants(one: Template) -> None:
    assert one.for_party(one.participants) == one.spec
    assert template(one.key) == one


@each
@pytest.mark.parametrize("members", [ONE, TWO, FOUR], ids=["one", "two", "four"])
def test_it_can_be_played_by_fewer(one: Template, members: tuple[()]) -> None:
    assert start(one.for_party(len(members)), members).ending is None


def test_thresholds_for_each_participant_grow_with_the_party() -> None:
    assert template("climb").for_party(3).thresholds == Thresholds(win=15)
    assert template("sneaking").for_party(5).thresholds == Thresholds(win=30, loss=15)


def test_the_others_stay() -> None:
    assert template("exorcism").for_party(2).thresholds == Thresholds(stage=8, loss=16)
    assert template("pursuit").for_party(2).thresholds == Thresholds(knockout=8)


def test_what_is_refused() -> None:
    with refused("no such challenge"):
        template("dance")
    with refused("needs a participant"):
        template("climb").for_party(0)
