import gettext
from collections.abc import Callable

import pytest

from rules.__main__ import main, render
from rules.values import Text

Out = pytest.CaptureFixture[str]


def faces(*shown: int) -> Callable[[int], int]:
    left = iter(shown)
    return lambda sides: next(left)


def test_a_roll_tells_dice_steps_and_name(capsys: Out) -> None:
    assert main(["--lang", "en", "roll", "inquiry=2", "--difficulty", "2"], faces(5, 8, 4)) == 0
    assert capsys.readouterr().out.splitlines() == [
        "k8:5* k8:8^ k8:4   (* counted, ^ top face)",
        "+5 -2 = 3   average success",
        "Momentum +1",
    ]


def test_dice_may_be_thrown_by_hand(capsys: Out) -> None:
    command = "--lang en roll composure=1 stealth=2 perception=3 --difficulty 5 --dice 6,4,8"
    assert main(command.split()) == 0
    assert "+6 -5 = 1   minimal success" in capsys.readouterr().out


def test_a_roll_may_wait_for_its_difficulty(capsys: Out) -> None:
    assert main(["--lang", "en", "roll", "inquiry=2", "--dice", "5,7,4"]) == 0
    assert "+5 = ?   the difficulty is open" in capsys.readouterr().out


def test_odds_are_told_exactly(capsys: Out) -> None:
    assert main(["--lang", "en", "odds", "guile", "--difficulty", "3", "--modifier", "1", "--modifier", "-1"]) == 0
    assert "success 15.62%" in capsys.readouterr().out


def test_advantage_and_disadvantage_are_counted(capsys: Out) -> None:
    main(
        [
            "--lang",
            "en",
            "roll",
            "inquiry=2",
            "--difficulty",
            "2",
            "--advantage",
            "2",
            "--disadvantage",
            "1",
            "--dice",
            "5,7,4",
        ]
    )
    assert "+7 -2 = 5" in capsys.readouterr().out


def test_a_pool_is_rolled_too(capsys: Out) -> None:
    command = "--lang en roll acrobatics=1 agility=3 --difficulty 1 --system d10_pool"
    assert main(command.split(), faces(10, 8, 1, 5)) == 0
    assert capsys.readouterr().out.splitlines() == [
        "k10:10*^ k10:8* k10:1* k10:5   (* counted, ^ top face)",
        "+3 -2 = 1   1 success",
    ]


def test_the_odds_of_a_pool(capsys: Out) -> None:
    assert main(["--lang", "en", "odds", "agility=1", "--difficulty", "2", "--system", "d10_pool"]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["success 10.00%", "critical failure 10.00%"]


@pytest.mark.parametrize(
    ("traits", "name"), [("mysticism=1", "1 success"), ("mysticism=0", "a rite without Mysticism")]
)
def test_another_kind_of_test_is_named(traits: str, name: str, capsys: Out) -> None:
    command = f"--lang en roll {traits} --kind rite --difficulty 1 --system d10_pool"
    assert main(command.split(), faces(8, 2)) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith(name)


def test_free_dice_are_thrown(capsys: Out) -> None:
    assert main(["throw", "2d6-1"], faces(3, 6)) == 0
    assert capsys.readouterr().out == "2k6-1: 3 6 = 8\n"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("roll cooking=2", "Write a trait"),
        ("roll inquiry=x", "Write a trait"),
        ("roll inquiry=7", "no such trait"),
        ("roll inquiry=2 --dice 5,7", "not the ones"),
        ("roll inquiry=2 --dice 5,7,x", "Write the faces"),
        ("roll inquiry=2 --dice 5,7,9", "A die of 8 sides can't show 9."),
        ("roll inquiry=2 --difficulty -1", "from 0 to 99"),
        ("odds inquiry=2", "not told"),
        ("throw 99k6", "At most 50 dice at once."),
        ("throw x", "Write dice like"),
        ("roll inquiry=2 --system dnd", "caerbannog_2026"),
        ("roll inquiry=2 --kind rite", "no such kind of test"),
        ("roll agility=6 --system d10_pool", "no such trait"),
        ("odds mysticism=0 --system d10_pool --difficulty 1", "untrained"),
    ],
)
def test_what_is_refused_is_said_on_the_error_output(command: str, words: str, capsys: Out) -> None:
    assert main(["--lang", "en", *command.split()]) == 2
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.out == ""


@pytest.mark.parametrize("command", ["", "dance", "roll inquiry --against spell"])
def test_an_unknown_command_is_refused(command: str) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(command.split())
    assert leaving.value.code == 2


NOTHING = gettext.NullTranslations()


@pytest.mark.parametrize(("n", "sentence"), [(1, "At most 1 die at once."), (5, "At most 5 dice at once.")])
def test_without_a_catalogue_plurals_are_english(n: int, sentence: str) -> None:
    assert render(Text("At most {n} die at once.", n), NOTHING) == sentence


def test_what_people_typed_is_shown_as_typed() -> None:
    assert render(Text("{name}", None, {"name": "{n} %s"}), NOTHING) == "{n} %s"
    assert render(Text("{not a field}"), NOTHING) == "{not a field}"


def test_a_parameter_may_be_words_too() -> None:
    assert render(Text("{gear} is worn out.", None, {"gear": Text("Block")}), NOTHING) == "Block is worn out."


def test_a_trait_that_is_a_counter_holds_what_is_written(capsys: Out) -> None:
    assert main(["--lang", "en", "roll", "strength=12", "--system", "cairn", "--dice", "7"]) == 0
    assert "+12 -7 = 5   passed" in capsys.readouterr().out
    assert main(["--lang", "en", "odds", "strength=12", "--system", "cairn"]) == 0
    assert "success 60.00%" in capsys.readouterr().out


def test_a_throw_without_traits_is_for_games_that_have_one(capsys: Out) -> None:
    assert main(["--lang", "en", "roll", "--system", "cairn", "--kind", "reaction", "--dice", "3,4"]) == 0
    assert "+3 +4 = 7   curious" in capsys.readouterr().out
    assert main(["--lang", "en", "roll", "--system", "caerbannog_2026"]) == 2
    assert "Choose what to test." in capsys.readouterr().err
