from django.apps import AppConfig


class SessionsConfig(AppConfig):
    """Evenings of play. The label differs from the folder's name: Django's own "sessions" holds that one."""

    name = "sessions"
    label = "game_sessions"
