"""How often anything may be tried or done. No real table meets these: not eight people who roll as fast as they can
in a fight, not a whole club that logs in behind one address.

What is tried at the door is counted by allauth's rate limits in the shared cache, so for all processes together, by
address, account or person (accounts/knocks.py); rolls and messages by a person's own rows of the log (sessions/log.py).
"""

# --- the door: within this many seconds, which is also the longest that anybody waits -------------------------------

DOOR = 600
WRONG_PASSWORDS_OF_ADDRESS = 100
WRONG_PASSWORDS_OF_ACCOUNT = 10
LOG_INS_OF_ADDRESS = 300
SIGN_UPS_OF_ADDRESS = 60
NEW_PASSWORDS_OF_PERSON = 10
WRONG_CODES_OF_ADDRESS = 50
WRONG_CODES_OF_ALL = 1000
RESETS_OF_ADDRESS = 30
RESETS_OF_ACCOUNT = 5
UPLOADS_OF_PERSON = 60
NEW_SEATS_OF_CAMPAIGN = 100

# --- the table ------------------------------------------------------------------------------------------------------

ROLLS_A_MINUTE = 120  # of one person, tests that are asked of others with them
MESSAGES_A_MINUTE = 60


def _rates(**most: int) -> str:
    """allauth's way to write it: 100/600s/ip,10/600s/key."""
    return ",".join(f"{times}/{DOOR}s/{per}" for per, times in most.items())


# What allauth asks for itself, and below it what accounts/knocks.py asks for.
RATES = {
    "login_failed": _rates(ip=WRONG_PASSWORDS_OF_ADDRESS, key=WRONG_PASSWORDS_OF_ACCOUNT),
    "login": _rates(ip=LOG_INS_OF_ADDRESS),
    "signup": _rates(ip=SIGN_UPS_OF_ADDRESS),
    "change_password": _rates(user=NEW_PASSWORDS_OF_PERSON),
    "reauthenticate": _rates(user=NEW_PASSWORDS_OF_PERSON),
    "reset_password": _rates(ip=RESETS_OF_ADDRESS, key=RESETS_OF_ACCOUNT),
    "reset_password_from_key": _rates(ip=RESETS_OF_ADDRESS),
    "code": _rates(ip=WRONG_CODES_OF_ADDRESS, key=WRONG_CODES_OF_ALL),
    "upload": _rates(user=UPLOADS_OF_PERSON),
}
