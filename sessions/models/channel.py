from django.db import models


class Channel(models.Model):
    """One stream of events: a campaign's, or that of a character without a campaign.

    Every action locks its channel by taking the next `seq`, so there is one writer at a time
    and the order of commits is the order of `seq` (sessions/log.py).

    session  the game session that runs now: entries written meanwhile belong to it
    """

    seq = models.BigIntegerField(default=0)
    session = models.ForeignKey("game_sessions.GameSession", models.SET_NULL, null=True, related_name="+")
