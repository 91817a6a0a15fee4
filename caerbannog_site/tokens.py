"""Names that leave the server. They are random, so that nothing hidden can be counted or guessed by them."""

import secrets
from typing import Any

from django.db import models


def new_token() -> str:
    return secrets.token_urlsafe(12)


class TokenField(models.CharField):
    """The public name of a row: 16 URL-safe characters, 96 random bits."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": 16, "unique": True, "editable": False, "default": new_token, **options})
