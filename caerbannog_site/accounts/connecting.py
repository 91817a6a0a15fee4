"""A Discord account opens one account here: it is connected, or a new account is made for it.

Of Discord nothing is kept but the number of that account and the name by which its owner knows it.
"""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from caerbannog_site.accounts.models import User
from caerbannog_site.errors import Conflict, Refused


def connected(user: Any) -> SocialAccount | None:
    return SocialAccount.objects.filter(user=user).first()


def connect(*, user: Any, account: SocialAccount) -> None:
    """Let this Discord account, which is not stored yet or is this person's, open theirs.

    Conflict where it opens somebody else's, or another one opens theirs.
    """
    try:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=user.pk)
            if (own := connected(user)) and own.uid != account.uid:
                raise Conflict(_("Another Discord account is connected already. Disconnect it first."))
            if own is None:
                _keep(user, account)
    except IntegrityError as error:
        raise Conflict(_("This Discord account opens somebody else's account here.")) from error


def sign_up(*, user: Any, account: SocialAccount, email: str) -> Any:
    """A new account without a password; `email` is an address that Discord has proved, or none.

    Conflict when the same Discord account, or the same address, has just come in by another door.
    """
    user.username = get_adapter().generate_unique_username([user.username, "user"])
    user.email = email
    user.set_unusable_password()
    try:
        with transaction.atomic():
            user.save()
            _keep(user, account)
            if email:
                EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
    except IntegrityError as error:
        raise Conflict(_("Somebody came in by this Discord account at the same moment. Try again.")) from error
    return user


def disconnect(*, user: Any) -> None:
    """Refused to somebody who would have no way in any more.

    Discord's word about the address counts no longer, either: else the next press would connect it again.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        if not user.has_usable_password():
            raise Refused(_("Set a password first: without Discord you would have no way in."))
        SocialAccount.objects.filter(user=user).delete()
        EmailAddress.objects.filter(user=user).update(verified=False)


def _keep(user: Any, account: SocialAccount) -> None:
    account.user = user
    account.save(force_insert=True)
