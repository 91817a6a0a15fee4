"""Challenges from the terminal: `python -m rules challenge`."""

import pytest

from rules.__main__ import main

Out = pytest.CaptureFixture[str]


def told(command: str, capsys: Out, face: int = 1) -> list[str]:
    assert main(["--lang", "en", "challenge", *command.split()], lambda sides: face) == 0
    return capsys.readouterr().out.splitlines()


def test_a_challenge_is_told_with_its_forecast_under_both_policies(capsys: Out) -> None:
    lines = told("climb athletics=2 athletics=2 riding=1 stealth --difficulty 3", capsys)
    assert lines[:3] == ["Operation, one stage each round", "win threshold: 20", "at most 8 stages"]
    assert lines[3] == "nobody makes a heroic effort:"
    assert "everybody makes heroic efforts as long as they can:" in lines
    assert sum("on average" in line for line in lines) == 6


def test_a_sample_says_how_sure_it_is(capsys: Out) -> None:
    assert "  lost 100.0%  (99.9% - 100.0%)" in told("climb athletics athletics --difficulty 4", capsys)


def test_without_anything_to_spend_both_are_exact(capsys: Out) -> None:
    lines = told("exorcism composure=4 composure=4 --pool 0 --difficulty 1", capsys)
    assert [line for line in lines if "won" in line] == ["  won 100.0%", "  won 100.0%"]


def test_modifiers_are_everybodys(capsys: Out) -> None:
    lines = told("pursuit athletics=1 athletics=1 --modifier 9 --difficulty 3 --pool 0", capsys)
    assert "  won 100.0%" in lines


def test_odd_setups_are_spoken_of(capsys: Out) -> None:
    words = "At so low a difficulty failures are rare, and a loss threshold threatens nobody."
    assert words in told("sneaking stealth=1 stealth=1 --difficulty 2", capsys)
    assert words not in told("sneaking stealth=1 stealth=1", capsys)


def test_in_the_earlier_edition_an_effort_rescues_the_worst_failures_too(capsys: Out) -> None:
    lines = told("exorcism composure composure --difficulty 9 --pool 99 --system caerbannog_earlier", capsys)
    assert [line for line in lines if "won" in line or "lost" in line] == [
        "  lost 100.0%",
        "  won 100.0%  (99.9% - 100.0%)",
    ]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("dance riding=1", "the printed ones are: climb, mount"),
        ("climb", "needs a participant"),
        ("climb cooking=1", "Write a trait"),
        ("climb riding=9", "no such trait"),
        ("climb riding=1 --difficulty -1", "from 0 to 99"),
        ("climb riding=1 --system dnd", "caerbannog_2026"),
        ("climb strength=9 --system cairn", "for the tests of Caerbannog"),
        ("climb agility=3 --system d10_pool", "for the tests of Caerbannog"),
    ],
)  # fmt: skip
def test_what_is_refused_is_said_on_the_error_output(command: str, words: str, capsys: Out) -> None:
    assert main(["--lang", "en", "challenge", *command.split()]) == 2
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.out == ""
