"""The parts of allauth that are open here, under the names by which it calls them itself."""

from allauth.account import views as allauth
from django.urls import path, re_path

from caerbannog_site.accounts import discord, passkeys, views

urlpatterns = [
    path("login/", allauth.login, name="account_login"),
    path("logout/", allauth.logout, name="account_logout"),
    path("signup/", allauth.signup, name="account_signup"),
    path("inactive/", allauth.account_inactive, name="account_inactive"),
    path("reauthenticate/", allauth.reauthenticate, name="account_reauthenticate"),
    path("password/change/", allauth.password_change, name="account_change_password"),
    path("password/set/", views.password_set, name="account_set_password"),
    path("password/reset/", views.password_reset, name="account_reset_password"),
    path("password/reset/done/", allauth.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        allauth.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        allauth.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("passkeys/", passkeys.passkeys, name="passkeys"),
    path("passkeys/add/", passkeys.passkey_add, name="passkey_add"),
    path("passkeys/remove/", passkeys.passkey_remove, name="passkey_remove"),
    path("passkeys/login/", passkeys.passkey_login, name="passkey_login"),
    path("discord/", discord.discord, name="discord"),
    path("discord/login/", discord.discord_login, name="discord_login"),
    path("discord/connect/", discord.discord_connect, name="discord_connect"),
    path("discord/disconnect/", discord.discord_disconnect, name="discord_disconnect"),
    path("discord/callback/", discord.discord_callback, name="discord_callback"),
    path("profile/", views.profile, name="profile"),
    path("claim/", views.claim, name="claim"),
]
