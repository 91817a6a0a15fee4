"""Only the parts of allauth that work without a mail server, under the names by which it calls them itself."""

from allauth.account import views as allauth
from django.urls import path

from caerbannog_site.accounts import views

urlpatterns = [
    path("login/", allauth.login, name="account_login"),
    path("logout/", allauth.logout, name="account_logout"),
    path("signup/", allauth.signup, name="account_signup"),
    path("inactive/", allauth.account_inactive, name="account_inactive"),
    path("reauthenticate/", allauth.reauthenticate, name="account_reauthenticate"),
    path("password/change/", allauth.password_change, name="account_change_password"),
    path("password/set/", views.password_set, name="account_set_password"),
    path("profile/", views.profile, name="profile"),
    path("claim/", views.claim, name="claim"),
]
