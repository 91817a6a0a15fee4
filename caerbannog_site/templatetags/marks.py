"""Tags that every template has: pictures from the sprites, the reader's theme, the key of a press, who may come."""

from __future__ import annotations

import functools
import secrets

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from caerbannog_site import hosts

register = template.Library()
THEMES = ("light", "dark")


@register.simple_tag
def icon(name: str) -> SafeString:
    """A picture that only decorates: whatever it means must also stand beside it in words."""
    return format_html('<svg class="i" aria-hidden="true"><use href="{}#{}"/></svg>', _sprite("icons"), name)


@register.simple_tag
def shape(sides: int) -> SafeString:
    """The outline of a die, which the number of its face stands upon."""
    return format_html('<svg class="k" aria-hidden="true"><use href="{}#k{}"/></svg>', _sprite("icons"), sides)


@register.simple_tag
def rabbit() -> SafeString:
    return format_html('<svg class="rabbit" aria-hidden="true"><use href="{}#mark"/></svg>', _sprite("rabbit"))


@functools.cache
def _sprite(name: str) -> str:
    """Its address, which holds as long as the process: rows are drawn many times a second."""
    return static(f"img/{name}.svg")


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """light, dark or "" (as the system): a reader's own choice; outside the door, what this browser had last."""
    request: HttpRequest | None = context.get("request")
    if request is None:
        return ""
    user = getattr(request, "user", None)
    chosen = user.theme if user and user.is_authenticated else request.COOKIES.get("theme", "")
    return chosen if chosen in THEMES else ""


@register.simple_tag
def once() -> SafeString:
    """The key of a press, for a form that must count once even where no script runs."""
    return format_html('<input type="hidden" name="once" value="{}">', secrets.token_urlsafe(16))


@register.simple_tag
def live_beat() -> int:
    """Seconds between the heartbeats of a live stream: a page that misses two takes the line for dead."""
    return settings.LIVE_HEARTBEAT


@register.simple_tag
def has_mail() -> bool:
    """Whether this installation can send any."""
    return settings.HAS_MAIL


@register.simple_tag(takes_context=True)
def takes_passkeys(context: template.Context) -> bool:
    """Whether a browser would take them, at the address at which this page was opened."""
    return hosts.takes_passkeys(context["request"])


@register.simple_tag(takes_context=True)
def leads_to_discord(context: template.Context) -> bool:
    """Whether Discord opens the door, at the address at which this page was opened."""
    return hosts.leads_to_discord(context["request"])


@register.simple_tag
def signup() -> str:
    """Who may make an account: open, invited, closed."""
    return settings.SIGNUP
