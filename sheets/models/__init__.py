from sheets.models.character import Character
from sheets.models.rows import (
    ROWS,
    Ability,
    Attack,
    Bonus,
    Condition,
    Counter,
    Item,
    Note,
    Row,
    Training,
    Trait,
)

__all__ = [
    "ROWS",
    "Ability",
    "Attack",
    "Bonus",
    "Character",
    "Condition",
    "Counter",
    "Item",
    "Note",
    "Row",
    "Training",
    "Trait",
]
