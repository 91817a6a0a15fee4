"""What happened at the table, in one sentence for each kind of event; without gender, for names come from people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from caerbannog_site.words import say
from rules import registry
from rules.values import Text
from sessions.models import Role


def sentence_of(kind: str, who: str, data: Mapping[str, Any]) -> str:
    """The sentence of an event. `who` is the character or person, `data` the entry's payload."""
    if kind in OF_SCENES:
        return OF_SCENES[kind](data)
    name, was, role = data.get("name", ""), data.get("was", ""), data.get("role", "")
    if kind in OF_SEATS:
        name, was = name or _("a deleted person"), was or _("a deleted person")
    if kind == "reaction":
        name = say(Text(name))
    sentences = {
        "created": _("New character: %(who)s"),
        "fielded": _("Into play: %(name)s"),
        "joined": _("%(who)s joins the party"),
        "left": _("%(who)s leaves the party"),
        "revealed": _("Revealed: %(who)s"),
        "hidden": _("Hidden again: %(who)s"),
        "campaign": _("The campaign begins"),
        "seat_joined": _("%(name)s sits down at the table"),
        "seat_left": _("%(name)s leaves the table"),
        "seat_removed": _("%(name)s no longer sits at the table"),
        "seat_named": _("%(was)s is now called %(name)s"),
        "seat_erased": _("Somebody deleted their account and left the table"),
        "seat_regained": _("%(who)s is back, on another device"),
        "seat_taken": _("%(who)s is back, with an account"),
        "role": _("%(name)s: %(role)s"),
        "handed_over": _("%(name)s now runs the campaign, handed over by %(was)s"),
        "invitation": _("A new invitation"),
        "house": _("House rules changed: %(rules)s"),
        "imported": _("The campaign was brought in from a file"),
        "campaign_archived": _("The campaign goes to the archive"),
        "campaign_opened": _("The campaign is open again"),
        "session_began": _("The session begins: %(name)s") if name else _("The session begins"),
        "session_resumed": _("The session goes on: %(name)s") if name else _("The session goes on"),
        "session_ended": _("The session is over: %(name)s") if name else _("The session is over"),
        "recap_published": _("A recap to read: %(name)s") if name else _("A recap of the session to read"),
        "reaction": _("%(who)s: %(name)s"),
        "use": _("%(who)s uses: %(name)s"),
    }
    words = {"who": who, "name": name, "was": was, "role": _role(role), "rules": _rules(data)}
    return at_start(sentences[kind] % words)


def at_start(words: str) -> str:
    """What stands for a name begins a row with a capital; a name does as it was typed."""
    nobody = words[:1].islower() and words.startswith((_("a deleted person"), _("somebody who left")))
    return words[0].upper() + words[1:] if nobody else words


OF_SEATS = ("seat_joined", "seat_left", "seat_removed", "seat_named", "role", "handed_over")


def _rules(data: Mapping[str, Any]) -> str:
    """The changed house rules by their labels."""
    if not data.get("rules"):
        return ""
    labels = {rule.key: rule.label for rule in registry.system(data["system"]).house_rules()}
    return ", ".join(f"{say(labels[key])}" for key in data["rules"] if key in labels)


def _scene(data: Mapping[str, Any]) -> str:
    """What begins, by its name if it has one."""
    names = {"free": _("New scene"), "challenge": _("A challenge begins"), "combat": _("A combat begins")}
    name, title = names[data.get("kind", "free")], data.get("title", "")
    return f"{name}: {title}" if title else name


def _ending(data: Mapping[str, Any]) -> str:
    endings = {True: _("The scene is over: won"), False: _("The scene is over: lost"), None: _("The scene is over")}
    ending = endings[data.get("won")]
    return _("%(ending)s. The party gains experience") % {"ending": ending} if data.get("earned") else ending


def _round(data: Mapping[str, Any]) -> str:
    said = _("Stage %(n)s") if data.get("pace") == "stages" else _("Round %(n)s")
    return said % {"n": data.get("round", 1)}


OF_SCENES = {"scene": _scene, "situation": _scene, "scene_closed": _ending, "round": _round}


def _role(role: str) -> str:
    return str(Role(role).label) if role in Role.values else role
