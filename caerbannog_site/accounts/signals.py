"""What follows from logging in and out, and from changes of an account.

Somebody's open streams end: the hub compares `User.stream_epoch` with the one it was given.
"""

from __future__ import annotations

import time
from typing import Any

from allauth.account.signals import password_reset
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models import F, Q
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from caerbannog_site import live
from caerbannog_site.accounts import knocks
from caerbannog_site.accounts.models import User
from caerbannog_site.http import RENEWED
from sessions.models import Channel


@receiver(user_logged_in)
def begin_age_of_session(request: HttpRequest, **_: Any) -> None:
    """ReaderMiddleware renews it when a month has passed."""
    request.session[RENEWED] = int(time.time())


@receiver(user_logged_out)
def end_streams_at_logout(user: User | None, **_: Any) -> None:
    """Elsewhere this person stays logged in; those pages open a new stream by themselves."""
    if user is not None:
        end_streams(user)


@receiver(post_save, sender=User)
def end_streams_of_changed_user(instance: User, created: bool, **_: Any) -> None:
    """A new password or a deactivation, whoever made it: the profile, a command, a script.

    `_password` is what set_password() leaves for save(); a mere upgrade of the hash at log-in doesn't leave it.
    """
    if not created and (getattr(instance, "_password", None) is not None or not instance.is_active):
        end_streams(instance)


@receiver(password_reset)
def open_the_lock(request: HttpRequest, user: User, **_: Any) -> None:
    """Whoever has come by a one-time link need not wait for what others tried."""
    knocks.forgive(request, "login_failed", key=str(user.pk))


def end_streams(user: User) -> None:
    """Wake the hubs wherever this person may have a page open: they look who may still see it."""
    User.objects.filter(pk=user.pk).update(stream_epoch=F("stream_epoch") + 1)
    for channel_id in Channel.objects.filter(
        Q(campaign__seats__user=user.pk) | Q(characters__owner=user.pk)
    ).values_list("pk", flat=True).distinct():  # fmt: skip
        live.publish(channel_id)
