"""Numbers as people read them: rounded, with a real minus sign, with the language's own comma."""

from fractions import Fraction

import pytest
from django.utils import translation

from caerbannog_site.templatetags import words
from caerbannog_site.words import alphabetical, say
from rules.values import Text


@pytest.mark.parametrize(
    ("chance", "shown"), [(Fraction(350, 512), "68,4%"), (Fraction(10, 64), "15,6%"), (Fraction(1), "100,0%")]
)
def test_a_chance_is_rounded_not_cut(chance, shown):
    with translation.override("pl"):
        assert words.percent(chance) == shown


def test_english_has_a_point():
    with translation.override("en"):
        assert words.percent(Fraction(350, 512)) == "68.4%"


def test_an_svg_width_has_a_point_in_every_language():
    with translation.override("pl"):
        assert words.width(Fraction(350, 512)) == "68.4%"


@pytest.mark.parametrize(("value", "shown"), [(-4, "−4"), (0, "0"), (3, "3")])
def test_a_minus_is_a_minus(value, shown):
    assert words.number(value) == shown


@pytest.mark.parametrize(("value", "shown"), [(-1, "−1"), (0, "+0"), (3, "+3")])
def test_a_bonus_shows_its_sign(value, shown):
    assert words.signed(value) == shown


def test_braces_in_a_typed_name_are_braces():
    assert say(Text("a {strange} name")) == "a {strange} name"
    assert say(Text("{name}", params={"name": "a {strange} name"})) == "a {strange} name"


def test_names_stand_in_polish_order():
    names = ["Ada", "ala", "Ąbel", "Cyd", "Ćma", "Jan Zet", "Jana", "Lza", "Łan", "Mu", "Zyta", "Źrebię", "Żaba"]
    backwards = names[::-1]
    assert sorted(backwards, key=alphabetical) == names
