"""What else happens with a scene: every step is told the scene under the lock and gives the Changes that it made.

To add one: write it in a module of its own, and a line here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sessions import scene_access
from sessions.models import Change, Participant, Scene
from sheets.actions import lasting

if TYPE_CHECKING:
    from sessions.actions.scene_turn import Now


def _conditions_of_the_scene(now: Now) -> list[Change]:
    return lasting.end_scene(scene_access.characters_in_play(now.campaign.pk))


def _conditions_of_turns(now: Now, one: Participant) -> list[Change]:
    return lasting.tick([one.character])


def _conditions_of_those_without_turns(now: Now) -> list[Change]:
    """Players' characters elsewhere, and where a scene goes by stages everybody in it; NPCs elsewhere wait."""
    present = {one.character for one in now.order}
    players = {one for one in scene_access.characters_in_play(now.campaign.pk) if not one.is_npc}
    return lasting.tick(players - present if now.scene.pace == Scene.Pace.ROUNDS else players | present)


# As the scene closes, after the rules' own effects.
ENDS_WITH_SCENE: list[Callable[[Now], list[Change]]] = [_conditions_of_the_scene]
# As somebody begins their turn, once a round, after the rules' own effects. Taking the turn back reverses the Changes.
BEGINS_TURN: list[Callable[[Now, Participant], list[Change]]] = [_conditions_of_turns]
# As a round begins in the players' eyes, or a stage. Taking back the turn that began it reverses the Changes.
BEGINS_ROUND: list[Callable[[Now], list[Change]]] = [_conditions_of_those_without_turns]
