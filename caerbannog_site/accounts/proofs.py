"""When an e-mail address is known to be its owner's: a mail that went to it has set the account's password anew.

Links that whoever keeps the installation hands out prove nothing, so their tokens are of another kind.
"""

from __future__ import annotations

from allauth.account.forms import EmailAwarePasswordResetTokenGenerator, default_token_generator
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount

from caerbannog_site.accounts.models import User


class HandedTokens(EmailAwarePasswordResetTokenGenerator):
    """Of links that are handed out (`manage.py password`); all others are allauth's, and go by mail alone."""

    key_salt = "caerbannog_site.accounts.proofs.HandedTokens"


class ResetTokens(EmailAwarePasswordResetTokenGenerator):
    """What opens the page of a new password: either."""

    def check_token(self, user: User | None, token: str | None) -> bool:
        return went_by_mail(user, token) or HandedTokens().check_token(user, token)


def went_by_mail(user: User | None, token: str | None) -> bool:
    return default_token_generator.check_token(user, token)


def prove_address(user: User) -> None:
    """Whoever has come by a mail holds the address. Not where the account has another key: that one may be of somebody
    who typed the address before, and would share the account with its owner from then on.
    """
    others = (Authenticator.objects.filter(user=user), SocialAccount.objects.filter(user=user))
    if not any(keys.exists() for keys in others):
        for address in EmailAddress.objects.filter(user=user, email=user.email.lower()):
            address.set_verified()
