from rules.errors import RuleError
from rules.values import Text


def test_a_refusal_carries_words_for_a_player() -> None:
    assert RuleError("No {what}.", what="dice").text == Text("No {what}.", None, {"what": "dice"})


def test_a_counted_refusal_carries_its_number() -> None:
    assert RuleError("At most {n} die.", 3).text.n == 3
