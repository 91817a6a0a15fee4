"""Who may do what: one row for each address and method. An address without a row fails the test.

The columns are the persons of the cast:

    A Alicja, game master      B Bartek, Julio's player    F Filip, spectator     H Henryk, removed
    E Ewa, co-game master      C Celina, another player    I Iga, table screen    D Daniel, a stranger
                               G Gustaw, a guest                                  - logged out

and the outcomes:

    +  the page, or it is done        3  403, a member without the right      l  sent to the log-in
    >  done, and on to another page   4  404, as if it were not there         =  nothing to do: a page or a way on
    2  422, refused with a reason
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.core.files.base import ContentFile

from sessions import waiting_files
from sessions.access import digest
from sessions.models import Campaign, Rest
from sessions.resting import party_of
from sheets import snapshot, transfer
from sheets.access import Rights
from sheets.actions import edit
from sheets.actions.edit import fingerprint
from tests.cast import PASSWORD, SYSTEM
from tests.permissions.scene import Given, Scene, upload
from tests.sheets.pictures import picture


def nothing(scene: Scene) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Row:
    """`path` gives the address's arguments, `data` what is posted. In an archived campaign the outcomes are `archived`.

    There, without any word about it, reading stays as it is and whatever was done becomes a 403.
    """

    name: str
    method: str
    outcomes: str
    path: Given = nothing
    data: Given = nothing
    archived: str = ""
    query: Given = nothing

    @property
    def reads(self) -> bool:
        return self.method == "get"

    @property
    def when_archived(self) -> str:
        if self.archived or self.reads:
            return self.archived or self.outcomes
        return self.outcomes.replace(">", "3").replace("+", "3").replace("2", "3")

    def __str__(self) -> str:
        subject = self.path.__name__.strip("_") if self.path is not nothing else ""
        return " ".join(word for word in (self.method, self.name, subject, self.data.__name__) if word != "nothing")


# --- what the addresses name ------------------------------------------------------------------------------------


def campaign(scene: Scene) -> dict[str, Any]:
    return {"token": scene.campaign.token}


def way_back(scene: Scene) -> dict[str, Any]:
    """Bartek's one-time link to a new password."""
    return {
        "uidb36": user_pk_to_url_str(scene.table.bartek),
        "key": default_token_generator.make_token(scene.table.bartek),
    }


def no_way_back(scene: Scene) -> dict[str, Any]:
    return {**way_back(scene), "key": "a-guess"}


def code(scene: Scene) -> dict[str, Any]:
    return {"code": scene.invitation.code}


def with_invitation(scene: Scene) -> dict[str, Any]:
    return {"token": scene.invitation.campaign.token}


def seat_of_a_player(scene: Scene) -> dict[str, Any]:
    return {**campaign(scene), "seat": scene.table.seats["gustaw"].token}


def seat_of_the_co_gm(scene: Scene) -> dict[str, Any]:
    return {**campaign(scene), "seat": scene.table.seats["ewa"].token}


def seat_elsewhere(scene: Scene) -> dict[str, Any]:
    return {**campaign(scene), "seat": "nobodys-seat"}


def with_way_back(scene: Scene) -> dict[str, Any]:
    return seat_of_a_player(scene) if scene.way_back else {}


def link_back(scene: Scene) -> dict[str, Any]:
    """The link that brings Gustaw, a guest, back."""
    return {"secret": scene.way_back}


def kept_digest_of_way_back(scene: Scene) -> dict[str, Any]:
    return {"secret": digest(scene.way_back)}


def asked_openly(scene: Scene) -> dict[str, Any]:
    return {"token": scene.asked_openly.token}


def asked_in_secret(scene: Scene) -> dict[str, Any]:
    return {"token": scene.asked_in_secret.token}


def open_ask(scene: Scene) -> dict[str, Any]:
    return {"token": scene.asked_openly.ask.token}


def secret_ask(scene: Scene) -> dict[str, Any]:
    return {"token": scene.asked_in_secret.ask.token}


def proposal(scene: Scene) -> dict[str, Any]:
    return {"token": scene.proposal.token}


def julio(scene: Scene) -> dict[str, Any]:
    return {"token": scene.julio.token}


def known_npc(scene: Scene) -> dict[str, Any]:
    return {"token": scene.table.guard.token}


def hidden_npc(scene: Scene) -> dict[str, Any]:
    return {"token": scene.table.shade.token}


def template(scene: Scene) -> dict[str, Any]:
    return {"token": scene.template.token}


def template_at_the_table(scene: Scene) -> dict[str, Any]:
    return {**campaign(scene), "foe": scene.template.token}


def attack(scene: Scene) -> dict[str, Any]:
    return {**campaign(scene), "npc": scene.table.guard.token, "row": scene.attack.token}


def attack_of_a_template(scene: Scene) -> dict[str, Any]:
    return {**campaign(scene), "npc": scene.template.token, "row": scene.attack.token}


def at_julio(scene: Scene) -> dict[str, Any]:
    return {"who": scene.julio.token}


def npc_at_the_table(scene: Scene) -> dict[str, Any]:
    return {**campaign(scene), "foe": scene.table.guard.token}


def alone(scene: Scene) -> dict[str, Any]:
    return {"token": scene.alone.token}


def panel(name: str) -> Given:
    def path(scene: Scene) -> dict[str, Any]:
        return {**julio(scene), "name": name}

    path.__name__ = f"{name}_panel"
    return path


def momentum(scene: Scene) -> dict[str, Any]:
    return {**julio(scene), "key": "momentum"}


def endurance(scene: Scene) -> dict[str, Any]:
    return {**julio(scene), "key": "endurance"}


def npcs_momentum(scene: Scene) -> dict[str, Any]:
    return {**known_npc(scene), "key": "momentum"}


def permission(scene: Scene) -> dict[str, Any]:
    spec = snapshot.Rows(scene.julio).spec
    return {**julio(scene), "key": dict(spec.flags).popitem()[0]}


def concept(scene: Scene) -> dict[str, Any]:
    return {**julio(scene), "target": "character", "name": "concept"}


def note(kind: str) -> Given:
    def path(scene: Scene) -> dict[str, Any]:
        return {**julio(scene), "target": f"note:={kind}", "name": "text"}

    path.__name__ = f"{kind}_note"
    return path


def new_condition(scene: Scene) -> dict[str, Any]:
    return {**julio(scene), "kind": "condition"}


def condition(scene: Scene) -> dict[str, Any]:
    return {**julio(scene), "target": f"condition:{scene.condition.token}"}


def written_condition(scene: Scene) -> dict[str, Any]:
    return {**julio(scene), "row": scene.condition.token}


def ability(scene: Scene) -> dict[str, Any]:
    return {**julio(scene), "row": scene.ability.token}


def item(scene: Scene) -> dict[str, Any]:
    return {**julio(scene), "row": scene.item.token}


def training(scene: Scene) -> dict[str, Any]:
    return {**julio(scene), "row": scene.training.token}


def nobody_rests(scene: Scene) -> dict[str, Any]:
    Rest.objects.update(state=Rest.State.CANCELLED)
    return campaign(scene)


def rest(scene: Scene) -> dict[str, Any]:
    Rest.objects.filter(pk=scene.rest.pk).update(state=Rest.State.OPEN)
    return {**campaign(scene), "rest": scene.rest.token}


def rest_elsewhere(scene: Scene) -> dict[str, Any]:
    return {**campaign(scene), "rest": "no-such-rest"}


def resting(who: str) -> Given:
    def path(scene: Scene) -> dict[str, Any]:
        return {**rest(scene), "character": getattr(scene.table, who).token}

    path.__name__ = f"{who}_resting"
    return path


def portrait(scene: Scene) -> dict[str, Any]:
    return {"name": scene.portrait, **julio(scene)}


def change(scene: Scene) -> dict[str, Any]:
    return {**julio(scene), "entry": scene.change.token}


def failure(scene: Scene) -> dict[str, Any]:
    return {"token": scene.failure.token}


def corrections(scene: Scene) -> dict[str, Any]:
    return {**failure(scene), "form": "corrections"}


def reroll(scene: Scene) -> dict[str, Any]:
    return {**failure(scene), "form": "reroll"}


def blind_corrections(scene: Scene) -> dict[str, Any]:
    return {**blind_roll(scene), "form": "corrections"}


def unknown_form(scene: Scene) -> dict[str, Any]:
    return {**failure(scene), "form": "nothing"}


def of_julio(scene: Scene) -> dict[str, Any]:
    return {"who": scene.table.julio.token}


def roll_for_the_gm(scene: Scene) -> dict[str, Any]:
    return {"token": scene.for_the_gm.token}


def blind_roll(scene: Scene) -> dict[str, Any]:
    return {"token": scene.blind.token}


def gathering(scene: Scene) -> dict[str, Any]:
    return {"token": scene.gathering.token}


def blind_gathering(scene: Scene) -> dict[str, Any]:
    return {"token": scene.blind_gathering.token}


def versus(scene: Scene) -> dict[str, Any]:
    return {"token": scene.versus.token}


def julios(**more: Any) -> Given:
    """Julio's share in a test of several people."""

    def share(scene: Scene) -> dict[str, Any]:
        return {"who": scene.julio.token, **more}

    return share


def rosalias(scene: Scene) -> dict[str, Any]:
    return {"who": scene.table.rosalia.token, "expect": 0}


def with_rosalia(scene: Scene) -> dict[str, Any]:
    """A group test that Julio begins."""
    julio, rosalia = scene.julio.token, scene.table.rosalia.token
    return {"kind": "group", "lead": julio, "with": rosalia, "difficulty": "5", "met": ["0", "1"],
            f"trait-{julio}": "guile", f"trait-{rosalia}": "guile"}  # fmt: skip


def against_a_value(scene: Scene) -> dict[str, Any]:
    """Julio's test against a number."""
    julio = scene.julio.token
    return {"kind": "opposed", "lead": julio, "against": "value", "value": "3", f"trait-{julio}": "guile"}


def revealed_roll(scene: Scene) -> dict[str, Any]:
    return {"token": scene.revealed.token}


def applied_roll(scene: Scene) -> dict[str, Any]:
    """A blind one whose effects were applied: its roller still knows nothing of it."""
    return {"token": scene.applied.token}


def defence(scene: Scene) -> dict[str, Any]:
    return {"token": scene.defence.token}


def hurt(scene: Scene) -> dict[str, Any]:
    return {"token": scene.hurt.parent.rolled.token}


def listed_change(scene: Scene) -> dict[str, Any]:
    return {"token": scene.change.token}


def message(scene: Scene) -> dict[str, Any]:
    return {"token": scene.message.token}


def message_to_the_gm(scene: Scene) -> dict[str, Any]:
    return {"token": scene.message_to_the_gm.token}


def note_to_self(scene: Scene) -> dict[str, Any]:
    return {"token": scene.note_to_self.token}


def npcs_change(scene: Scene) -> dict[str, Any]:
    return {"token": scene.npcs_change.token}


def asked_roll(scene: Scene) -> dict[str, Any]:
    return {"token": scene.asked.token}


def in_session(name: str) -> Given:
    def path(scene: Scene) -> dict[str, Any]:
        session = getattr(scene, name)
        return {"token": session.campaign.token, "session": session.token}

    path.__name__ = f"{name}_session"
    return path


def as_file(given: Given, form: str) -> Given:
    def path(scene: Scene) -> dict[str, Any]:
        return {**given(scene), "form": form}

    path.__name__ = f"{given.__name__}_{form}"
    return path


def session_elsewhere(scene: Scene) -> dict[str, Any]:
    return {**campaign(scene), "session": scene.running.token}


def screen(scene: Scene) -> dict[str, Any]:
    return {**campaign(scene), "seat": scene.screen[0].token}


def screen_elsewhere(scene: Scene) -> dict[str, Any]:
    """A person's seat is no screen."""
    return seat_of_a_player(scene)


def tv_link(scene: Scene) -> dict[str, Any]:
    return {"secret": scene.screen[1]}


def revoked_link(scene: Scene) -> dict[str, Any]:
    return {"secret": scene.revoked_screen}


def kept_digest(scene: Scene) -> dict[str, Any]:
    """What the database holds opens nothing."""
    return {"secret": scene.screen[0].secret}


def tv_portrait(scene: Scene) -> dict[str, Any]:
    return {**portrait(scene), **tv_link(scene)}


def tv_portrait_of_a_revoked(scene: Scene) -> dict[str, Any]:
    return {**portrait(scene), **revoked_link(scene)}


def combat(scene: Scene) -> dict[str, Any]:
    return {**campaign(scene), "scene": scene.combat.token}


def free_elsewhere(scene: Scene) -> dict[str, Any]:
    return {"token": scene.free.campaign.token, "scene": scene.free.token}


def no_scene(scene: Scene) -> dict[str, Any]:
    return {**campaign(scene), "scene": "no-such-scene"}


def julio_in_combat(scene: Scene) -> dict[str, Any]:
    return {**combat(scene), "who": scene.in_combat(scene.julio)}


def rosalia_in_combat(scene: Scene) -> dict[str, Any]:
    return {**combat(scene), "who": scene.in_combat(scene.table.rosalia)}


def guard_in_combat(scene: Scene) -> dict[str, Any]:
    return {**combat(scene), "who": scene.in_combat(scene.table.guard)}


def shade_in_combat(scene: Scene) -> dict[str, Any]:
    return {**combat(scene), "who": scene.in_combat(scene.table.shade)}


def through_eyes(name: str) -> Given:
    """A sheet as a player sees it."""

    def path(scene: Scene) -> dict[str, Any]:
        return {**seat_of_a_player(scene), "character": getattr(scene.table, name).token}

    path.__name__ = f"{name}_through_eyes"
    return path


# --- what is posted ---------------------------------------------------------------------------------------------


def data(**fields: Any) -> Given:
    def given(scene: Scene) -> dict[str, Any]:
        return dict(fields)

    given.__name__ = ""
    return given


def boost(scene: Scene) -> dict[str, Any]:
    return {"kind": "boost", "who": scene.julio.token, "expect": 0}


def question(scene: Scene) -> dict[str, Any]:
    return {"who": scene.julio.token, "text": "my good name", "expect": 0}


def recap(scene: Scene) -> dict[str, Any]:
    return {"value": "They crossed it twice.", "was": fingerprint(scene.played.recap)}


def harm_to(who: str) -> Given:
    def given(scene: Scene) -> dict[str, Any]:
        token = getattr(scene.table, who).token
        return {
            "key": "free.damage.endurance",
            "amount": 2,
            "of": "free.damage.endurance",
            "target": token,
            "expect": 0,
        }

    given.__name__ = "harm"
    return given


def defence_of_julio(scene: Scene) -> dict[str, Any]:
    return {**harm_to("julio")(scene), "defence": "1"}


def harm_to_nobody(scene: Scene) -> dict[str, Any]:
    return {**harm_to("guard")(scene), "target": "nobody"}


def own_hit(scene: Scene) -> dict[str, Any]:
    return {"key": "hit", "target": scene.julio.token, "expect": 0}


def last_consequence(scene: Scene) -> dict[str, Any]:
    return {"expect": 1, "step": scene.hurt.token}


def preview(scene: Scene) -> dict[str, Any]:
    return {"expect": 0, "seen": party_of(scene.rest).fingerprint()}


def for_julio(**fields: Any) -> Given:
    def given(scene: Scene) -> dict[str, Any]:
        return {**fields, "characters": [scene.julio.token]}

    given.__name__ = ""
    return given


def exported(scene: Scene) -> dict[str, Any]:
    content = transfer.export(snapshot.load_one(scene.julio), Rights("apbcd", owner=True))
    return {"file": upload("julio.json", json.dumps(content).encode())}


def whole_campaign(scene: Scene) -> dict[str, Any]:
    return {"file": upload("campaign.zip", scene.file)}


def file_of_alicja(scene: Scene) -> dict[str, Any]:
    """What she has sent and not brought in yet."""
    return {"file": waiting_files.keep(scene.table.alicja.pk, ContentFile(scene.file))}


def photograph(scene: Scene) -> dict[str, Any]:
    return {"portrait": upload("julio.png", picture(size=(30, 30)))}


def to_the_campaign(scene: Scene) -> dict[str, Any]:
    return {"campaign": scene.campaign.token}


def in_combat(**fields: Any) -> Given:
    def given(scene: Scene) -> dict[str, Any]:
        return {"expect": scene.combat.step, **fields}

    given.__name__ = ""
    return given


def own_password(scene: Scene) -> dict[str, Any]:
    tokens = Campaign.objects.values_list("token", flat=True)
    return {"password": PASSWORD, **dict.fromkeys(tokens, "delete")}


def to_bartek(scene: Scene) -> dict[str, Any]:
    return {"seat": scene.table.seats["bartek"].token, "sure": "on"}


def to_gustaw(scene: Scene) -> dict[str, Any]:
    """A guest, who has no password."""
    return {"seat": scene.table.seats["gustaw"].token, "sure": "on"}


def somebody_new(scene: Scene) -> dict[str, Any]:
    return {"expect": scene.combat.step, "who": scene.newcomer.token, "side": "party"}


def reaction(scene: Scene) -> dict[str, Any]:
    return {"name": "Reaction", "counter": "momentum", "amount": 3}


def written_over_nothing(scene: Scene) -> dict[str, Any]:
    return {"value": "The baron is dead", "was": edit.fingerprint("")}


FIRST = data(expect=0)
SIGN_UP = data(username="newcomer", password1="a-long-enough-secret", password2="a-long-enough-secret")
NEW_PASSWORD = data(oldpassword=PASSWORD, password1="a-long-enough-secret", password2="a-long-enough-secret")

# --- the table --------------------------------------------------------------------------------------------------

EVERYWHERE = "as in an open one"  # an address that has nothing to do with the campaign


def everywhere(name: str, method: str, outcomes: str, path: Given = nothing, data: Given = nothing) -> Row:
    return Row(name, method, outcomes, path, data, archived=outcomes)


TABLE = [
    #                                  A E B C G F I H D -
    everywhere("account_login", "get", "= = = = = = = = = +"),
    everywhere("account_login", "post", "= = = = = = = = = =", data=data(login="bartek", password=PASSWORD)),
    everywhere("account_logout", "get", "+ + + + + + + + + ="),
    everywhere("account_logout", "post", "> > > > > > > > > =", data=data()),
    everywhere("account_signup", "get", "= = = = = = = = = +"),
    everywhere("account_signup", "post", "= = = = = = = = = >", data=SIGN_UP),
    everywhere("account_inactive", "get", "+ + + + + + + + + +"),
    everywhere("account_reauthenticate", "get", "+ + + + + + + + + l"),
    everywhere("account_change_password", "get", "+ + + + + + + + + l"),
    everywhere("account_change_password", "post", "> > > > > > > > > l", data=NEW_PASSWORD),
    everywhere("account_set_password", "get", "= = = = = = = = = l"),
    everywhere("account_reset_password", "get", "+ + + + + + + + + +"),
    everywhere("account_reset_password_done", "get", "+ + + + + + + + + +"),
    everywhere("account_reset_password_from_key", "get", "= = = = = = = = = =", way_back),
    everywhere("account_reset_password_from_key", "get", "+ + + + + + + + + +", no_way_back),
    everywhere("account_reset_password_from_key_done", "get", "+ + + + + + + + + +"),
    everywhere("passkeys", "get", "+ + + + + + + + + l"),
    everywhere("passkey_add", "get", "= = = = = = = = = l"),  # over http there are none: test_passkeys.py
    everywhere("passkey_remove", "post", "= = = = = = = = = l", data=data(passkey="a-guess")),
    everywhere("passkey_login", "get", "= = = = = = = = = ="),
    everywhere("discord", "get", "+ + + + = + + + + l"),
    everywhere("discord_login", "post", "= = = = = = = = = ="),
    everywhere("discord_connect", "post", "= = = = = = = = = l"),  # the password is asked for first: test_discord.py
    everywhere("discord_disconnect", "post", "= = = = = = = = = l"),
    everywhere("discord_callback", "get", "9 9 9 9 9 9 9 9 9 9"),
    everywhere("profile", "get", "+ + + + + + + + + l"),
    everywhere("claim", "get", "= = = = + = = = = l"),
    #                                      A E B C G F I H D -
    everywhere("home", "get", "+ + + + + + + + + l"),
    everywhere("join", "get", "+ + + + + + + + + +"),
    Row("join_code", "get", "+ + + + + + + + + +", code, archived="4 4 4 4 4 4 4 4 4 4"),
    Row("join_code", "post", "= = = = = = = > > >", code, data(name="Somebody", role="player"),
        archived="4 4 4 4 4 4 4 4 4 4"),
    everywhere("campaign_new", "get", "+ + + + + + + + + l"),
    everywhere("campaign_new", "post", "> > > > > > > > > l", data=data(name="Another", system=SYSTEM, gm_name="Me")),
    everywhere("healthz", "get", "+ + + + + + + + + +"),
    everywhere("readyz", "get", "+ + + + + + + + + +"),
    everywhere("metrics", "get", "4 4 4 4 4 4 4 4 4 4"),
    #                           A E B C G F I H D -
    Row("table", "get", "+ + + + + + + 3 4 l", campaign),
    Row("table_log", "get", "+ + + + + + + 3 4 l", campaign),
    Row("campaign_export", "get", "+ 3 3 3 3 3 3 3 4 l", campaign),
    everywhere("campaign_import", "get", "+ + + + + + + + + l"),
    everywhere("campaign_import", "post", "= = = = = = = = = l", data=whole_campaign),
    everywhere("campaign_import", "post", "2 2 2 2 2 2 2 2 2 l", data=exported),
    everywhere("campaign_bring", "get", "+ 4 4 4 4 4 4 4 4 l", file_of_alicja),
    everywhere("campaign_bring", "post", "> 4 4 4 4 4 4 4 4 l", file_of_alicja, data(into="copy")),
    Row("log_export", "get", "+ + + + + + + 3 4 l", as_file(campaign, "md")),
    Row("log_export", "get", "4 4 4 4 4 4 4 3 4 l", as_file(campaign, "exe")),
    Row("table_live", "get", "+ + + + + + + 3 4 l", campaign),
    Row("say", "post", "> > > > > 3 3 3 4 l", campaign, data(text="Hello")),
    Row("throw", "post", "> > > > > 3 3 3 4 l", campaign, data(formula="2k6")),
    Row("scene", "post", "> > 3 3 3 3 3 3 4 l", campaign, data(title="The cave")),
    Row("screen_open", "get", "> > > > > > > 3 4 l", campaign),
    Row("screen_open", "post", "+ + 3 3 3 3 3 3 4 l", campaign, data(name="Kitchen")),
    Row("screen_revoke", "post", "> > 3 3 3 3 3 3 4 l", screen, data(), archived="> > 3 3 3 3 3 3 4 l"),
    Row("screen_revoke", "post", "4 4 3 3 3 3 3 3 4 l", screen_elsewhere, data(), archived="4 4 3 3 3 3 3 3 4 l"),
    # A screen is nobody's: who has its link sees the same, signed in or not.
    everywhere("tv", "get", "+ + + + + + + + + +", tv_link),
    everywhere("tv", "get", "4 4 4 4 4 4 4 4 4 4", revoked_link),
    everywhere("tv", "get", "4 4 4 4 4 4 4 4 4 4", kept_digest),
    everywhere("tv_live", "get", "+ + + + + + + + + +", tv_link),
    everywhere("tv_live", "get", "4 4 4 4 4 4 4 4 4 4", revoked_link),
    everywhere("tv_portrait", "get", "+ + + + + + + + + +", tv_portrait),
    everywhere("tv_portrait", "get", "4 4 4 4 4 4 4 4 4 4", tv_portrait_of_a_revoked),
    everywhere("scene_situation", "post", "> > 3 3 3 3 3 3 4 l", free_elsewhere, data(expect=1, kind="combat")),
    Row("scene_surprise", "post", "> > 3 3 3 3 3 3 4 l", combat, in_combat(surprise="party")),
    Row("scene_close", "post", "> > 3 3 3 3 3 3 4 l", combat, in_combat(ended="won")),
    Row("scene_close", "post", "4 4 4 4 4 4 4 3 4 l", no_scene, in_combat(ended="won")),
    Row("scene_next", "post", "> > 3 3 3 3 3 3 4 l", combat, in_combat()),
    Row("scene_previous", "post", "> > 3 3 3 3 3 3 4 l", combat, in_combat()),
    Row("scene_join", "post", "> > 3 3 3 3 3 3 4 l", combat, somebody_new),
    Row("scene_sort", "post", "> > 3 3 3 3 3 3 4 l", combat, in_combat()),
    Row("scene_roll", "post", "> > 3 3 3 3 3 3 4 l", combat, in_combat(trait="perception")),
    Row("scene_note", "post", "> > 3 3 3 3 3 3 4 l", combat, data(value="The abbot pays them")),
    #                                        A E B C G F I H D -
    Row("scene_leave", "post", "> > 3 3 3 3 3 3 4 l", guard_in_combat, in_combat()),
    Row("scene_side", "post", "> > 3 3 3 3 3 3 4 l", guard_in_combat, in_combat(side="others")),
    Row("scene_show", "post", "> > 3 3 3 3 3 3 4 l", shade_in_combat, in_combat(hidden="")),
    Row("scene_move", "post", "> > 3 3 3 3 3 3 4 l", guard_in_combat, in_combat(to=0)),
    Row("scene_end_turn", "post", "> > > 3 3 3 3 3 4 l", julio_in_combat, in_combat()),
    Row("scene_end_turn", "post", "> > 4 4 4 4 4 3 4 l", shade_in_combat, in_combat()),
    Row("scene_react", "get", "+ + 3 + 3 3 3 3 4 l", rosalia_in_combat, archived="3 3 3 3 3 3 3 3 4 l"),
    Row("scene_react", "get", "+ + 4 4 4 4 4 3 4 l", shade_in_combat, archived="3 3 4 4 4 4 4 3 4 l"),
    Row("scene_react", "post", "> > 3 > 3 3 3 3 4 l", rosalia_in_combat, reaction),
    Row("scene_react", "post", "2 2 2 3 3 3 3 3 4 l", julio_in_combat, reaction),
    Row("best", "get", "+ + 3 3 3 3 3 3 4 l", campaign, query=data(trait="inquiry", difficulty="3")),
    Row("seen", "get", "+ + 3 3 3 3 3 3 4 l", campaign),
    Row("gm_notes", "post", "> > 3 3 3 3 3 3 4 l", campaign, written_over_nothing),
    Row("as_table", "get", "+ + 3 3 3 3 3 3 4 l", seat_of_a_player),
    Row("as_table", "get", "4 4 3 3 3 3 3 3 4 l", seat_of_the_co_gm),
    Row("as_table", "get", "4 4 3 3 3 3 3 3 4 l", screen),
    Row("as_sheet", "get", "+ + 3 3 3 3 3 3 4 l", through_eyes("julio")),
    Row("as_sheet", "get", "4 4 3 3 3 3 3 3 4 l", through_eyes("shade")),
    Row("dash", "get", "+ + 3 3 3 3 3 3 4 l", campaign),
    Row("dash_live", "get", "+ + 3 3 3 3 3 3 4 l", campaign),
    Row("call_rest", "post", "> > 3 3 3 3 3 3 4 l", nobody_rests, for_julio(kind="breather")),
    Row("take_rest", "post", "> > 3 3 3 3 3 3 4 l", rest, preview),
    Row("take_rest", "post", "4 4 4 4 4 4 4 3 4 l", rest_elsewhere, data(expect=0)),
    Row("cancel_rest", "post", "> > 3 3 3 3 3 3 4 l", rest, FIRST),
    Row("choose_rest", "post", "> > > 3 3 3 3 3 4 l", resting("julio"), data(what="convert", delta="1")),
    Row("choose_rest", "post", "> > 3 > 3 3 3 3 4 l", resting("rosalia"), data(what="convert", delta="1")),
    Row("choose_rest", "post", "> > 4 4 4 4 4 3 4 l", resting("shade"), data(what="convert", delta="1")),
    Row("choose_rest", "post", "4 4 4 4 4 4 4 3 4 l", resting("guard"), data(what="convert", delta="1")),
    Row("award", "post", "> > 3 3 3 3 3 3 4 l", campaign, for_julio(amount="+1", reason="The duel")),
    Row("own_sheet", "get", "> > > > > > > 3 4 l", campaign),
    Row("people", "get", "+ + + + + + + 3 4 l", campaign),
    Row("people_live", "get", "+ + + + + + + 3 4 l", campaign),
    Row("more", "get", "+ + + + + + + 3 4 l", campaign),
    Row("seat_name", "post", "> > 3 3 > 3 3 3 4 l", seat_of_a_player, data(name="Somebody")),
    Row("seat_name", "post", "> > 3 3 3 3 3 3 4 l", seat_of_the_co_gm, data(name="Somebody")),
    Row("seat_name", "post", "4 4 4 4 4 4 4 3 4 l", seat_elsewhere, data(name="Somebody")),
    Row("seat_role", "post", "> > 3 3 3 3 3 3 4 l", seat_of_a_player, data(role="spectator")),
    Row("seat_role", "post", "> 3 3 3 3 3 3 3 4 l", seat_of_the_co_gm, data(role="player")),
    Row("seat_role", "post", "4 4 4 4 4 4 4 3 4 l", seat_elsewhere, data(role="player")),
    Row("seat_remove", "post", "> > 3 3 3 3 3 3 4 l", seat_of_a_player, data()),
    Row("seat_remove", "post", "> 3 3 3 3 3 3 3 4 l", seat_of_the_co_gm, data()),
    Row("leave", "post", "2 > > > > > > = 4 l", campaign, data()),
    Row("invitation_rotate", "post", "> > 3 3 3 3 3 3 4 l", campaign, data(days=7)),
    Row("invitation_pause", "post", "> > 3 3 3 3 3 3 4 l", with_invitation, data(paused="1")),
    Row("seat_way_back", "get", "> > > > > > > 3 4 l", seat_of_a_player),
    Row("seat_way_back", "post", "+ + 3 3 3 3 3 3 4 l", seat_of_a_player, data(), archived="+ + 3 3 3 3 3 3 4 l"),
    Row("seat_way_back", "post", "2 3 3 3 3 3 3 3 4 l", seat_of_the_co_gm, data(), archived="2 3 3 3 3 3 3 3 4 l"),
    Row("seat_way_back_end", "post", "> > 3 3 3 3 3 3 4 l", with_way_back, data(), archived="> > 3 3 3 3 3 3 4 l"),
    everywhere("way_back", "get", "+ + + + + + + + + +", link_back),
    everywhere("way_back", "post", "> > > > > > > > > >", link_back, data()),
    everywhere("way_back", "post", "2 2 2 2 2 > > > > l", link_back, data(then="account")),
    everywhere("way_back", "get", "4 4 4 4 4 4 4 4 4 4", kept_digest_of_way_back),
    everywhere("way_back", "post", "4 4 4 4 4 4 4 4 4 4", kept_digest_of_way_back, data()),
    everywhere("own_data", "get", "+ + + + + + + + + l"),
    everywhere("account_delete", "get", "+ + + + + + + + + l"),
    # Alicja is the only game master of a table. Gustaw, a guest, has no password to give; the others must.
    everywhere("account_delete", "post", "2 2 2 2 > 2 2 2 2 l", data=data(sure="on")),
    everywhere("account_delete", "post", "2 > > > 2 > > > > l", data=own_password),
    everywhere("other_device", "get", "> > > > > > > > > l"),
    everywhere("other_device", "post", "2 2 2 2 + 2 2 2 2 l", data=data()),
    Row("invitation_qr", "get", "+ + 3 3 3 3 3 3 4 l", with_invitation, archived="4 4 3 3 3 3 3 3 4 l"),
    Row("house", "get", "+ + + + + + + 3 4 l", campaign),
    Row("house", "post", "> > 3 3 3 3 3 3 4 l", campaign, data(**{"breakthrough": "2", "was-breakthrough": ""})),
    Row("campaign_settings", "get", "+ + 3 3 3 3 3 3 4 l", campaign),
    Row("campaign_settings", "post", "> > 3 3 3 3 3 3 4 l", campaign, data(name="Renamed", sheet_view="names")),
    Row("campaign_archive", "post", "> 3 3 3 3 3 3 3 4 l", campaign, data(away="1"), archived="= 3 3 3 3 3 3 3 4 l"),
    Row("campaign_archive", "post", "= 3 3 3 3 3 3 3 4 l", campaign, data(away="0"), archived="> 3 3 3 3 3 3 3 4 l"),
    Row("hand_over", "get", "+ 3 3 3 3 3 3 3 4 l", campaign),
    Row("hand_over", "post", "> 3 3 3 3 3 3 3 4 l", campaign, to_bartek, archived="> 3 3 3 3 3 3 3 4 l"),
    Row("hand_over", "post", "2 3 3 3 3 3 3 3 4 l", campaign, to_gustaw, archived="2 3 3 3 3 3 3 3 4 l"),
    Row("campaign_delete", "get", "+ 3 3 3 3 3 3 3 4 l", campaign),
    Row("campaign_delete", "post", "> 3 3 3 3 3 3 3 4 l", campaign, data(name="The Killer Rabbit"),
        archived="> 3 3 3 3 3 3 3 4 l"),
    Row("campaign_delete", "post", "2 3 3 3 3 3 3 3 4 l", campaign, data(name="Another"),
        archived="2 3 3 3 3 3 3 3 4 l"),
    #                             A E B C G F I H D -
    Row("sessions", "get", "+ + + + + + + 3 4 l", campaign),
    Row("sessions_live", "get", "+ + + + + + + 3 4 l", campaign),
    Row("sessions", "post", "> > 3 3 3 3 3 3 4 l", campaign, data(date="2026-12-11", title="The bridge")),
    Row("sessions", "post", "2 2 3 3 3 3 3 3 4 l", campaign, data(date="tomorrow")),
    Row("session_begin_now", "post", "> > 3 3 3 3 3 3 4 l", campaign, data()),
    Row("session", "get", "+ + + + + + + 3 4 l", in_session("planned")),
    Row("session", "get", "+ + + + + + + 3 4 l", in_session("told")),
    Row("session", "get", "4 4 4 4 4 4 4 3 4 l", session_elsewhere),
    Row("session_log", "get", "+ + + + + + + 3 4 l", in_session("played")),
    Row("session_export", "get", "+ + + + + + + 3 4 l", as_file(in_session("played"), "json")),
    Row("session_export", "get", "4 4 4 4 4 4 4 3 4 l", as_file(session_elsewhere, "csv")),
    Row("session_edit", "get", "+ + 3 3 3 3 3 3 4 l", in_session("played")),
    Row("session_edit", "post", "> > 3 3 3 3 3 3 4 l", in_session("played"), data(date="2026-12-11", title="x")),
    Row("session_edit", "post", "4 4 4 4 4 4 4 3 4 l", session_elsewhere, data(date="2026-12-11", title="x")),
    Row("session_begin", "post", "> > 3 3 3 3 3 3 4 l", in_session("planned"), data()),
    Row("session_remove", "post", "> > 3 3 3 3 3 3 4 l", in_session("planned"), data()),
    everywhere("session_end", "post", "> > 3 3 3 3 3 3 4 l", in_session("running"), data()),
    Row("recap", "post", "> > 3 3 3 3 3 3 4 l", in_session("played"), recap),
    Row("recap_publish", "post", "> > 3 3 3 3 3 3 4 l", in_session("played"), data()),
    Row("recap_withdraw", "post", "> > 3 3 3 3 3 3 4 l", in_session("told"), data()),
    #                            A E B C G F I H D -
    Row("ask_test", "post", "> > 3 3 3 3 3 3 4 l", campaign, data(trait="inquiry", difficulty="3")),
    Row("ask_odds", "get", "+ + 3 3 3 3 3 3 4 l", campaign, query=data(trait="inquiry", difficulty="3")),
    Row("propose", "post", "> > > 3 3 3 3 3 4 l", julio, data(proposed="inquiry")),
    Row("answer_roll", "post", "> > > 3 3 3 3 3 4 l", asked_openly, data(place="0", expect="0")),
    Row("answer_roll", "post", "> > > 4 4 4 4 3 4 l", asked_in_secret, data(place="0", expect="0")),
    Row("answer_decline", "post", "> > > 3 3 3 3 3 4 l", asked_openly, FIRST),
    Row("answer_decline", "post", "> > > 4 4 4 4 3 4 l", asked_in_secret, FIRST),
    Row("ask_cancel", "post", "> > 3 3 3 3 3 3 4 l", open_ask, FIRST),
    Row("ask_cancel", "post", "> > 4 4 4 4 4 3 4 l", secret_ask, FIRST),
    Row("ask_let", "post", "> > 3 4 4 4 4 3 4 l", proposal, data(expect="0", difficulty="2")),
    Row("ask_refuse", "post", "> > 3 4 4 4 4 3 4 l", proposal, data(expect="0", text="No")),
    #                            A E B C G F I H D -
    Row("check_more", "get", "+ + 3 3 3 3 3 3 4 l", corrections, archived="3 3 3 3 3 3 3 3 4 l"),
    Row("check_more", "get", "+ + + 3 3 3 3 3 4 l", reroll, query=of_julio, archived="3 3 3 3 3 3 3 3 4 l"),
    Row("check_more", "get", "4 4 4 3 3 3 3 3 4 l", reroll, archived="3 3 3 3 3 3 3 3 4 l"),
    Row("check_more", "get", "+ + 3 4 4 4 4 3 4 l", blind_corrections, archived="3 3 3 4 4 4 4 3 4 l"),
    Row("check_more", "get", "4 4 4 3 3 3 3 3 4 l", unknown_form, query=of_julio, archived="3 3 3 3 3 3 3 3 4 l"),
    Row("follow", "post", "> > > 3 3 3 3 3 4 l", failure, boost),
    Row("correct", "post", "> > 3 3 3 3 3 3 4 l", failure, data(expect=0, difficulty="2")),
    Row("ask", "post", "> > > 3 3 3 3 3 4 l", failure, question),
    Row("answer", "post", "> > 3 3 3 3 3 3 4 l", asked_roll, data(expect=1, agreed="no")),
    Row("settle", "post", "> > > 3 3 3 3 3 4 l", failure, FIRST),
    Row("reveal", "post", "> > 3 4 4 4 4 3 4 l", roll_for_the_gm, FIRST),
    Row("conceal", "post", "> > 3 3 3 3 3 3 4 l", revealed_roll, data(expect=1)),
    Row("apply_held", "post", "> > 3 4 4 4 4 3 4 l", blind_roll, FIRST),
    Row("undo_check", "post", "> > 3 3 3 3 3 3 4 l", failure, FIRST),
    Row("consequences", "get", "+ + + 3 3 3 3 3 4 l", failure, archived="3 3 3 3 3 3 3 3 4 l"),
    Row("consequences", "get", "+ + 3 4 4 4 4 3 4 l", applied_roll, archived="3 3 3 4 4 4 4 3 4 l"),
    Row("consequences", "post", "> > 3 3 3 3 3 3 4 l", failure, harm_to("guard")),
    Row("consequences", "post", "4 4 4 3 3 3 3 3 4 l", failure, harm_to_nobody, archived="3 3 3 3 3 3 3 3 4 l"),
    Row("consequences", "post", "> > > 3 3 3 3 3 4 l", defence, own_hit),
    Row("consequences", "post", "> > 3 3 3 3 3 3 4 l", failure, defence_of_julio),
    Row("undo_check", "post", "> > 3 3 3 3 3 3 4 l", hurt, last_consequence),
    Row("undo_entry", "post", "> > 3 3 3 4 4 3 4 l", listed_change, data()),
    Row("undo_entry", "post", "> > 4 4 4 4 4 3 4 l", npcs_change, data()),
    # What was said is taken back in an archived campaign too.
    everywhere("retract", "post", "> > > 3 3 3 3 3 4 l", message, data()),
    everywhere("retract", "post", "> > > 4 4 4 4 3 4 l", message_to_the_gm, data()),
    everywhere("retract", "post", "4 4 > 4 4 4 4 4 4 l", note_to_self, data()),
    everywhere("retract", "post", "4 4 4 4 4 4 4 3 4 l", listed_change, data()),
    Row("together", "get", "+ + + + + 3 3 3 4 l", campaign, archived="3 3 3 3 3 3 3 3 4 l"),
    Row("together", "post", "> > > 3 3 3 3 3 4 l", campaign, with_rosalia),
    Row("together_odds", "get", "+ + + 3 3 3 3 3 4 l", campaign, query=against_a_value,
        archived="3 3 3 3 3 3 3 3 4 l"),
    Row("throw_share", "post", "> > > 3 3 3 3 3 4 l", gathering, julios(thrown=0, faces="3 2")),
    Row("throw_share", "post", "> > > 3 4 4 4 3 4 l", blind_gathering, julios(thrown=0, faces="3 2"),
        archived="3 3 3 3 4 4 4 3 4 l"),
    Row("leave_out", "post", "> > > > 3 3 3 3 4 l", gathering, rosalias),
    Row("cancel_check", "post", "> > > 3 3 3 3 3 4 l", gathering, FIRST),
    Row("done", "post", "> > > 3 3 3 3 3 4 l", versus, julios(expect=0)),
    #                             A E B C G F I H D -
    everywhere("character_new", "get", "+ + + + + + + + + l"),
    everywhere("character_new", "post", "> > > > > > > > > l", data=data(name="Somebody new", system=SYSTEM)),
    Row("character_new", "get", "+ + + + + 3 3 3 4 l", query=to_the_campaign, archived="3 3 3 3 3 3 3 3 4 l"),
    Row("character_new", "post", "> > > > > 3 3 3 4 l", data=data(name="Somebody new"), query=to_the_campaign),
    everywhere("import_sheet", "get", "+ + + + + + + + + l"),
    everywhere("import_sheet", "post", "> > > > > > > > > l", data=exported),
    Row("sheet", "get", "+ + + + + + + 3 4 l", julio),
    Row("sheet", "get", "+ + + + + + + 3 4 l", known_npc),
    Row("sheet", "get", "+ + 4 4 4 4 4 3 4 l", hidden_npc),
    Row("sheet", "get", "4 4 + 4 4 4 4 4 4 l", alone),
    Row("sheet_live", "get", "+ + + + + + + 3 4 l", julio),
    Row("sheet_live", "get", "+ + 4 4 4 4 4 3 4 l", hidden_npc),
    Row("panel", "get", "+ + + + + + + 3 4 l", panel("ident")),
    Row("panel", "get", "+ + + + + 4 4 3 4 l", panel("pools")),
    Row("panel", "get", "+ + + + + 4 4 3 4 l", panel("skills")),
    Row("panel", "get", "+ + + + + 4 4 3 4 l", panel("biography")),
    Row("panel", "get", "4 4 + 4 4 4 4 3 4 l", panel("private")),
    Row("panel", "get", "+ + 4 4 4 4 4 3 4 l", panel("gm")),
    Row("panel", "get", "4 4 4 4 4 4 4 3 4 l", panel("no_such")),
    Row("counter", "post", "> > > 3 3 3 3 3 4 l", momentum, data(delta="1")),
    Row("counter", "post", "> > 3 3 3 3 3 3 4 l", npcs_momentum, data(delta="1")),
    Row("maximum", "post", "> > > 3 3 3 3 3 4 l", endurance, data(value="12")),
    Row("set_field", "post", "> > > 3 3 3 3 3 4 l", concept, data(value="A captain without a ship")),
    Row("set_field", "post", "> > > 3 3 3 3 3 4 l", note("biography"), data(value="Born at sea")),
    Row("set_field", "post", "3 3 > 3 3 3 3 3 4 l", note("private"), data(value="I am afraid")),
    Row("set_field", "post", "> > 3 3 3 3 3 3 4 l", note("gm"), data(value="He is the heir")),
    Row("flag", "post", "> > > 3 3 3 3 3 4 l", permission, data(value="1")),
    Row("add_row", "post", "> > > 3 3 3 3 3 4 l", new_condition, data(kind="injury", name="Black eye")),
    Row("remove_row", "post", "> > > 3 3 3 3 3 4 l", condition, data()),
    Row("ease_condition", "post", "> > > 3 3 3 3 3 4 l", written_condition, data()),
    Row("use_ability", "post", "> > > 3 3 3 3 3 4 l", ability, data()),
    Row("wear_item", "post", "> > > 3 3 3 3 3 4 l", item, data()),
    Row("experience", "get", "+ + + + + 4 4 3 4 l", julio),
    Row("experience", "get", "+ + 4 4 4 4 4 3 4 l", hidden_npc),
    Row("correct_training", "post", "> > 3 3 3 3 3 3 4 l", training, data(invested="3", reason="A teacher")),
    Row("roll", "post", "> > > 3 3 3 3 3 4 l", julio, data(traits="inquiry", difficulty="2", faces="5 7 4")),
    Row("odds", "get", "+ + + 3 3 3 3 3 4 l", julio, query=data(traits="inquiry", difficulty="2"),
        archived="3 3 3 3 3 3 3 3 4 l"),
    #                                    A E B C G F I H D -
    Row("portrait", "post", "> > > 3 3 3 3 3 4 l", julio, photograph),
    Row("portrait_image", "get", "+ + + + + + + 3 4 l", portrait),
    Row("history", "get", "+ + + + + + + 3 4 l", julio),
    Row("history", "get", "+ + 4 4 4 4 4 3 4 l", hidden_npc),
    Row("undo", "post", "> > > 3 3 3 3 3 4 l", change, data()),
    Row("print_sheet", "get", "+ + + + + + + 3 4 l", julio),
    Row("export", "get", "+ + + + + + + 3 4 l", julio),
    Row("export", "get", "+ + 4 4 4 4 4 3 4 l", hidden_npc),
    Row("copy", "post", "3 3 > 3 3 3 3 3 4 l", julio, data(), archived="3 3 > 3 3 3 3 3 4 l"),
    Row("copy", "post", "> > 3 3 3 3 3 3 4 l", known_npc, data()),
    Row("archive", "post", "3 3 > 3 3 3 3 3 4 l", julio, data(away="1")),
    Row("archive", "post", "> > 3 3 3 3 3 3 4 l", known_npc, data(away="1")),
    Row("sheet_join", "get", "4 4 + 4 4 4 4 4 4 l", alone),
    Row("sheet_join", "post", "4 4 > 4 4 4 4 4 4 l", alone, to_the_campaign),
    Row("sheet_leave", "post", "3 3 > 3 3 3 3 3 4 l", julio, data()),
    #                              A E B C G F I H D -
    Row("attack", "get", "+ + 3 3 3 3 3 3 4 l", attack, archived="3 3 3 3 3 3 3 3 4 l"),
    Row("attack", "post", "> > 3 3 3 3 3 3 4 l", attack, at_julio),
    Row("attack", "post", "2 2 3 3 3 3 3 3 4 l", attack, data()),
    Row("attack", "post", "4 4 3 3 3 3 3 3 4 l", attack_of_a_template, at_julio, archived="3 3 3 3 3 3 3 3 4 l"),
    Row("enemy_pool", "post", "> > 3 3 3 3 3 3 4 l", combat, data(change="4")),
    Row("enemy_pool", "post", "2 2 3 3 3 3 3 3 4 l", combat, data(change="many")),
    Row("foes", "get", "+ + 3 3 3 3 3 3 4 l", campaign),
    Row("foe_new", "post", "> > 3 3 3 3 3 3 4 l", campaign, data(name="Wolf")),
    Row("foe_new", "post", "2 2 3 3 3 3 3 3 4 l", campaign, data(name="")),
    Row("foe_field", "post", "> > 3 3 3 3 3 3 4 l", template_at_the_table, data(number="3")),
    Row("foe_field", "post", "2 2 3 3 3 3 3 3 4 l", template_at_the_table, data(number="21")),
    Row("foe_field", "post", "4 4 3 3 3 3 3 3 4 l", npc_at_the_table, data(number="3"),
        archived="3 3 3 3 3 3 3 3 4 l"),
    Row("sheet", "get", "+ + 4 4 4 4 4 3 4 l", template),
    Row("roll", "post", "2 2 4 4 4 4 4 3 4 l", template, data(traits="stealth")),
    Row("npc_show", "post", "2 2 4 4 4 4 4 3 4 l", template, data(hidden="0")),
    Row("make_template", "post", "> > 3 3 3 3 3 3 4 l", known_npc, data()),
    Row("make_template", "post", "> > 4 4 4 4 4 3 4 l", hidden_npc, data()),
    Row("make_template", "post", "2 2 3 3 3 3 3 3 4 l", julio, data()),
    Row("npc_show", "post", "> > 3 3 3 3 3 3 4 l", known_npc, data(hidden="1")),
    Row("npc_show", "post", "> > 4 4 4 4 4 3 4 l", hidden_npc, data(hidden="0")),
    Row("sheet_log", "get", "> > > > > > > 3 4 l", julio),
    Row("sheet_log", "get", "4 4 + 4 4 4 4 4 4 l", alone),
    Row("sheet_log_older", "get", "4 4 + 4 4 4 4 4 4 l", alone),
    Row("sheet_log_older", "get", "4 4 4 4 4 4 4 3 4 l", julio),
    everywhere("sheet_say", "post", "4 4 > 4 4 4 4 4 4 l", alone, data(text="Note to myself")),
    everywhere("sheet_throw", "post", "4 4 > 4 4 4 4 4 4 l", alone, data(formula="2k6")),
    Row("sheet_say", "post", "4 4 4 4 4 4 4 3 4 l", julio, data(text="Hello")),
]  # fmt: skip
