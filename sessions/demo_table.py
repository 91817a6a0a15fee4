"""The demo's table, in the middle of an evening. Everything is made by the actions that people use."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from rules.values import CheckRequest, Choice, Participant, TraitUse
from sessions.access import Viewer, viewer_of
from sessions.actions import (
    asks,
    beginning,
    campaigns,
    checks,
    evenings,
    follow_ups,
    invitations,
    rounds,
    scenes,
    table,
)
from sessions.actions.beginning import Share
from sessions.actions.checks import result_of
from sessions.actions.scenes import Joining
from sessions.asked import Asked
from sessions.models import Campaign, Check, Role, Scene
from sheets.actions import births, counters, edit, life, npcs
from sheets.models import Character

NAME = "Ucieczka z Volterny"
SYSTEM = "caerbannog_2026"

# name, player, concept, levels by trait, bonuses by category
PARTY: list[tuple[str, str, str, dict[str, int], dict[str, int]]] = [
    (
        "Julio z Apolitanii", "bartek", "Szarmancki szuler, który jest winien przysługę niewłaściwemu opatowi",
        {"athletics": 1, "stealth": 2, "agility": 2, "inquiry": 2, "perception": 3, "insight": 1, "guile": 3,
         "intimidation": 1, "melee": 1, "unarmed": 2, "general_knowledge": 1, "social_knowledge": 2,
         "block": 1, "resistance": 1, "dodge": 2, "intuition": 2, "composure": 1},
        {"physical": 1, "practical": 2, "social": 3, "combat": 1},
    ),
    (
        "Rosalia", "celina", "Medyczka, która słucha uważniej, niż mówi",
        {"riding": 1, "inquiry": 1, "perception": 2, "insight": 3, "charisma": 2, "guile": 2, "general_knowledge": 2,
         "natural_knowledge": 2, "exact_knowledge": 1, "dodge": 1, "concentration": 2, "composure": 2},
        {"practical": 1, "social": 2, "knowledge": 2},
    ),
]  # fmt: skip


def make(users: dict[str, Any]) -> Campaign:
    """A campaign run by Alicja with Bartek and Celina at the table, mid-scene."""
    viewers = {name: Viewer(user_id=user.pk) for name, user in users.items()}
    campaign = campaigns.create_campaign(
        actor=viewers["alicja"], name=NAME, system=SYSTEM, gm_name=str(users["alicja"])
    )  # fmt: skip
    viewers["alicja"] = viewer_of(campaign.seats.get(), campaign, "pl")
    invitations.rotate_invitation(actor=viewers["alicja"], campaign=campaign)
    invitation = campaign.invitations.get()
    for name in ("bartek", "celina"):
        seat = invitations.sit_down(
            actor=viewers[name], invitation=invitation, name=str(users[name]), role=Role.PLAYER
        )  # fmt: skip
        viewers[name] = viewer_of(seat, campaign, "pl")
    party = {name: _character(campaign, viewers, *rest) for name, *rest in ((row[0], row) for row in PARTY)}
    julio, rosalia = party["Julio z Apolitanii"], party["Rosalia"]
    _belongings(viewers["bartek"], julio)
    _evening(campaign, viewers, julio, rosalia)
    return campaign


def _evening(campaign: Campaign, viewers: dict[str, Any], julio: Character, rosalia: Character) -> None:
    """A session that runs: a fight in its first round, with a hunter whom nobody has seen yet."""
    alicja = viewers["alicja"]
    evenings.begin(actor=alicja, campaign=campaign, today=timezone.localdate())
    hunter, guard = _hunter(campaign, alicja), _guard(campaign, alicja)
    fight = [Joining(rosalia), Joining(guard, "enemies"), Joining(julio), Joining(hunter, "enemies", hidden=True)]
    scenes.open_scene(actor=alicja, campaign=campaign, title="Brama Garbarzy", plan=scenes.Plan("combat"), people=fight)
    table.say(actor=alicja, channel_id=campaign.channel_id, text="Wóz zwalnia. Ktoś jest na dachu.")
    _rolls(viewers, julio, rosalia)
    _together(viewers["celina"], campaign, rosalia, julio)
    for _turn in fight[:3]:
        scene = Scene.objects.get(campaign=campaign)
        rounds.go_on(actor=alicja, campaign=campaign, scene=scene, expect=scene.step)
    _failure(viewers["bartek"], julio)
    roofs = Asked(((TraitUse("perception"),),), CheckRequest(participants=(), difficulty=4))
    asks.ask(actor=alicja, campaign=campaign, characters=[julio], asked=roofs, text="Czy coś rusza się na dachach?")


def _character(campaign: Campaign, viewers: dict[str, Any], row: tuple) -> Character:
    name, player, concept, levels, bonuses = row
    actor = viewers[player]
    character = births.create_character(actor=actor, campaign=campaign, system=SYSTEM, name=name)
    edit.set_field(actor=actor, character=character, target="character", name="concept", value=concept)
    _levels(actor, character, levels)
    for category, value in bonuses.items():
        edit.set_field(actor=actor, character=character, target=f"bonus:={category}", name="value", value=value)
    return character


def _levels(actor: Any, character: Character, levels: dict[str, int]) -> None:
    for key, level in levels.items():
        edit.set_field(actor=actor, character=character, target=f"trait:={key}", name="level", value=level)


def _hunter(campaign: Campaign, actor: Any) -> Character:
    """A hidden NPC whom the players know by another name."""
    npc = births.create_character(actor=actor, campaign=campaign, system=SYSTEM, name="Łowca nagród", npc=True)
    edit.set_field(actor=actor, character=npc, target="character", name="alias", value="Ktoś na dachu")
    _levels(actor, npc, {"stealth": 3, "ranged": 2, "dodge": 2})
    return npc


def _guard(campaign: Campaign, actor: Any) -> Character:
    """An NPC whom everybody sees, with an attack; a template like it waits in the bestiary."""
    guard = births.create_character(actor=actor, campaign=campaign, system=SYSTEM, name="Strażnik bramy", npc=True)
    _levels(actor, guard, {"melee": 2, "block": 2, "resistance": 1})
    halberd = {"name": "Halabarda", "value": 6, "defence": "block", "note": "zasięg"}
    edit.add_row(actor=actor, character=guard, kind="attack", values=halberd)
    npcs.make_template(actor=actor, character=guard)
    life.show_npc(actor=actor, character=guard, hidden=False)
    guard.refresh_from_db()
    return guard


def _belongings(actor: Any, julio: Character) -> None:
    rows: list[tuple[str, dict[str, Any]]] = [
        ("trait", {"kind": "skill", "category": "specialist", "key": "thievery", "name": ""}),
        ("condition", {"kind": "mental", "name": "Oszołomiony", "strength": 2, "note": "do końca sceny"}),
        ("ability", {"kind": "background", "name": "Przestępca", "text": "Zna półświatek i jest w nim znany.",
                     "cost": 0}),
        ("ability", {"kind": "ability", "name": "Szczęście szulera", "text": "Ułatwienie, ogłoszone przed rzutem.",
                     "cost": 2}),
        ("item", {"name": "Kaftan ćwiekowany", "text": "", "quantity": 1, "bonus": 1, "wear_left": 3,
                  "wear_most": 4}),
        ("item", {"name": "Talia z piątym asem", "text": "Należała do kogoś, kto już jej nie potrzebuje.",
                  "quantity": 1, "bonus": 0, "wear_left": 0, "wear_most": 0}),
    ]  # fmt: skip
    for kind, values in rows:
        edit.add_row(actor=actor, character=julio, kind=kind, values=values)
    counters.change_counter(actor=actor, character=julio, key="experience", typed="3")
    counters.change_counter(actor=actor, character=julio, key="contacts", typed="2")


def _rolls(viewers: dict[str, Any], julio: Character, rosalia: Character) -> None:
    """A success, a boosted roll and one that gave Momentum."""
    _roll(viewers["bartek"], julio, "inquiry", 2, (5, 7, 4))
    charisma = _roll(viewers["bartek"], julio, "charisma", 5, (4, 4, 1))
    follow_ups.follow(actor=viewers["bartek"], check=charisma, choice=Choice("boost", julio.pk), expect=0)
    _roll(viewers["celina"], rosalia, "insight", 3, (2, 6, 10))


def _together(actor: Any, campaign: Campaign, rosalia: Character, julio: Character) -> None:
    """A group test, thrown by both."""
    guile = (TraitUse("guile"),)
    shares = (Share(rosalia, "initiator", guile, (5, 3)), Share(julio, "helper", guile, (7,)))
    both = frozenset({rosalia.pk, julio.pk})
    plan = beginning.Plan(shares, CheckRequest(participants=(), difficulty=4), at_once=both, note="Udają kupców")
    beginning.begin(actor=actor, channel_id=campaign.channel_id, plan=plan)


def _failure(actor: Any, julio: Character) -> None:
    """A failure that still waits for its effort."""
    failed = _roll(actor, julio, "athletics", 6, (1, 2, 5))
    assert result_of(failed).outcome == "failure"


def _roll(actor: Any, character: Character, trait: str, difficulty: int, faces: tuple[int, ...]) -> Check:
    request = CheckRequest(
        participants=(Participant(character.pk, "initiator", (TraitUse(trait),)),), difficulty=difficulty
    )
    return checks.roll(actor=actor, character=character, request=request, faces=faces).rolled
