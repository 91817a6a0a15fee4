from sessions.models.ask import Answer, Ask
from sessions.models.campaign import Campaign, Role, Seat
from sessions.models.channel import Channel
from sessions.models.check import Check, CheckPart
from sessions.models.game_session import GameSession
from sessions.models.invitation import Invitation
from sessions.models.log import Change, LogEntry, Mode
from sessions.models.rest import Rest
from sessions.models.scene import Participant, Scene
from sessions.models.way_back import WayBack

__all__ = [
    "Answer",
    "Ask",
    "Campaign",
    "Change",
    "Channel",
    "Check",
    "CheckPart",
    "GameSession",
    "Invitation",
    "LogEntry",
    "Mode",
    "Participant",
    "Rest",
    "Role",
    "Scene",
    "Seat",
    "WayBack",
]
