"""An account goes for good: no byte of its name and words is left, while rows and numbers stay."""

import re

import pytest
from allauth.socialaccount.models import SocialAccount
from django.urls import reverse

from caerbannog_site.accounts.models import User
from caerbannog_site.errors import Refused
from rules.values import CheckRequest, Modifier, TraitUse
from sessions import feed
from sessions.access import viewer_of
from sessions.actions import asks, checks, consequences, follow_ups, handing_over, people, rests, scenes
from sessions.actions import table as talk
from sessions.actions.accounts import delete_account
from sessions.actions.proposals import Choice as Come
from sessions.actions.scenes import Joining, Plan
from sessions.asked import Asked
from sessions.models import Campaign, Check, CheckPart, LogEntry, Mode, Participant, Role, Seat
from sessions.screens import TABLE, Screen
from sheets import portraits
from sheets.access import sheet_for
from sheets.actions import counters, edit, portrait, use
from sheets.models import Ability, Character, Counter, Note, Training, Trait
from sheets.snapshot import Rows
from tests import raw
from tests.cast import CampaignFactory, CharacterFactory, SeatFactory, Table, UserFactory, client_of
from tests.sessions.actions.test_checks import request_of
from tests.sessions.campaign_files import bring, file_of
from tests.sessions.together import begin, share, throw
from tests.sheets.pictures import picture
from tests.visibility import outputs

CANARY = "Canarsecretus"
MORE = re.compile(rb"Canarsecretus\w*")


def gone(table: Table, name: str = "bartek", **options) -> None:
    delete_account(user=User.objects.get(pk=table.people[name].pk), **options)


# --- a life at a table, with the canary in every word -------------------------------------------------------------


def words_on_the_sheet(table: Table, character: Character) -> Trait:
    """Everything that can be typed on a sheet, some of it twice, so that its history has older words."""
    actor = table.viewer("bartek")

    def write(target: str, name: str, value, by=actor) -> None:
        edit.set_field(actor=by, character=character, target=target, name=name, value=value)

    for name in ("name", "concept", "origin", "archetype"):
        write("character", name, f"{CANARY}{name}")
        write("character", name, f"{CANARY}{name}2")
    for kind in (Note.Kind.BIOGRAPHY, Note.Kind.PRIVATE):
        write(f"note:={kind}", "text", f"{CANARY}{kind}")
        write(f"note:={kind}", "text", f"{CANARY}{kind}2")
    write(f"note:={Note.Kind.GM}", "text", f"{CANARY}gm", table.viewer("alicja"))
    values = {"kind": "injury", "name": f"{CANARY}injury"}
    edit.add_row(actor=actor, character=character, kind="condition", values=values)
    return Trait.objects.create(character=character, kind="skill", category="practical", name=f"{CANARY}own", level=2)


def words_in_the_log(table: Table, julio: Character, own: Trait) -> None:
    """What is said, rolled, asked, used and chosen at the table."""
    bartek, alicja, channel = table.viewer("bartek"), table.viewer("alicja"), table.campaign.channel_id
    for mode in (Mode.PUBLIC, Mode.GM):
        talk.say(actor=bartek, channel_id=channel, text=f"{CANARY} said", mode=mode)
    reasons = {"advantage": (CANARY,), "modifiers": (Modifier(1, f"{CANARY}reason"),)}
    rolled = {mode: checks.roll(actor=bartek, character=julio, mode=mode,
                                request=request_of(julio, f"own:{own.token}", difficulty=9, **reasons)).rolled
              for mode in Mode}  # fmt: skip
    check = rolled[Mode.PUBLIC]
    follow_ups.ask_cost(actor=bartek, check=check, who=julio.pk, text=f"{CANARY}cost", expect=0)
    follow_ups.answer_cost(actor=alicja, check=check, agreed=True, expect=1)
    harm = Come(f"free.condition.{Rows(julio).spec.condition_kinds[0][0]}", name=f"{CANARY}condition", amount=2)
    by_gm = checks.roll(
        actor=alicja, character=table.guard, request=request_of(table.guard, "melee", difficulty=2)
    ).rolled
    consequences.bring_about(actor=alicja, check=by_gm, choice=harm, targets=[julio], expect=0)
    asks.propose(actor=bartek, character=julio, asked=Asked(((TraitUse(f"own:{own.token}"),),)), text=f"{CANARY}please")
    circumstances = CheckRequest((), 3, modifiers=(Modifier(1, "fair wind"),))
    asks.ask(actor=alicja, campaign=table.campaign, characters=[julio, table.rosalia], text="All of you",
             asked=Asked(((TraitUse("inquiry"),), (TraitUse(f"own:{own.token}"),)), circumstances))  # fmt: skip
    ability = Ability.objects.create(character=julio, name=f"{CANARY}ability")
    use.use_ability(actor=bartek, character=julio, token=ability.token)
    counters.change_counter(actor=bartek, character=julio, key="momentum", typed="+3")
    helped = begin(table, share(table.rosalia, "initiator", "guile"), share(julio, "helper", f"own:{own.token}"),
                   by="celina").rolled  # fmt: skip
    throw(table, helped, julio, faces=(3,))
    Training.objects.create(character=julio, name=f"{CANARY}training", invested=1)
    Counter.objects.update_or_create(character=julio, key="experience", defaults={"current": 5})
    rests.call(actor=alicja, campaign=table.campaign, kind="rest", characters=[julio, table.rosalia])


def life(table: Table) -> None:
    """Bartek's whole life here: at this table, at one that he has left, and alone."""
    julio = table.julio
    people.rename(actor=table.viewer("bartek"), campaign=table.campaign, seat=table.seats["bartek"], name=f"{CANARY} I")
    people.rename(actor=table.viewer("alicja"), campaign=table.campaign, seat=Seat.objects.get(user=table.bartek),
                  name=f"{CANARY} II")  # fmt: skip
    own = words_on_the_sheet(table, julio)
    scenes.open_scene(actor=table.viewer("alicja"), campaign=table.campaign, plan=Plan("combat"),
                      people=[Joining(julio), Joining(table.rosalia)])  # fmt: skip
    words_in_the_log(table, Character.objects.get(pk=julio.pk), own)
    alone = CharacterFactory(owner=table.bartek, name=f"{CANARY} alone", concept=CANARY)
    talk.say(actor=sheet_for(table.bartek, alone.token).viewer, channel_id=alone.channel_id, text=CANARY)
    left = SeatFactory(campaign=CampaignFactory(), user=table.bartek, name=f"{CANARY} left")
    SeatFactory(campaign=left.campaign, role=Role.GM)
    told = viewer_of(left, left.campaign, "en")
    talk.say(actor=told, channel_id=left.campaign.channel_id, text=CANARY)
    people.leave(actor=told, campaign=left.campaign, seat=left)
    User.objects.filter(pk=table.bartek.pk).update(display_name=CANARY, email=f"{CANARY}@example.org")
    SocialAccount.objects.create(user=table.bartek, provider="discord", uid="42", extra_data={"name": CANARY})


@pytest.fixture
def lived(table, dice):
    dice.real()
    dice.next(2, 3, 2, 3)  # the first roll fails, but not so badly that no effort could mend it
    life(table)
    return table


# --- no byte ------------------------------------------------------------------------------------------------------


def test_no_byte_of_the_person_is_left_in_the_database(transactional_db, lived):
    assert len(set(MORE.findall(raw.database()))) > 15
    before = LogEntry.objects.filter(channel=lived.campaign.channel_id).count()
    gone(lived)
    assert set(MORE.findall(raw.database())) == set()
    assert not User.objects.filter(username="bartek").exists()
    assert LogEntry.objects.filter(channel=lived.campaign.channel_id).count() == before + 1


def test_nobody_reads_a_word_of_it_and_every_page_can_still_be_drawn(lived):
    gone(lived)
    for name in ("alicja", "celina", "filip"):
        for output in (
            outputs.table_page,
            outputs.log_pages,
            outputs.live,
            outputs.log_files,
            outputs.dash,
            outputs.around,
        ):
            found = output(lived, name)
            assert CANARY.encode() not in found, (name, output)
            assert b"\n500\n" not in found
    page = outputs.table_page(lived, "celina").decode()
    assert "a deleted person" in page
    assert "a deleted character" in page
    assert "Message deleted together with the account" in page
    assert "Somebody deleted their account and left the table" in page


# --- what stays ---------------------------------------------------------------------------------------------------


def test_rolls_keep_their_dice_and_numbers(lived):
    check = Check.objects.get(root__mode=Mode.PUBLIC, root__actor=lived.bartek)
    result = check.newest.payload["result"]
    gone(lived)
    check = Check.objects.get(pk=check.pk)
    kept = check.newest.payload["result"]
    for key in ("dice", "value", "roll", "raw", "outcome"):
        assert kept[key] == result[key]
    assert CheckPart.objects.filter(check_of=check, character=lived.julio).exists()
    assert (check.root.actor, check.root.seat) == (None, lived.seats["bartek"])


def test_words_of_others_stay(lived):
    talk.say(actor=lived.viewer("celina"), channel_id=lived.campaign.channel_id, text="Where is he?")
    asked = LogEntry.objects.get(kind="ask", actor=lived.alicja)
    gone(lived)
    assert LogEntry.objects.filter(payload__text="Where is he?").exists()
    asked.refresh_from_db()
    assert asked.payload["text"] == "All of you"
    assert b"fair wind" in outputs.table_page(lived, "alicja")


def test_the_seat_stays_as_nobodys_and_without_a_name(table):
    gone(table)
    seat = Seat.objects.get(pk=table.seats["bartek"].pk)
    assert (seat.user, seat.name, str(seat)) == (None, "", "a deleted person")
    assert seat.removed_at
    text = table.client("alicja").get(reverse("people", args=[table.campaign.token])).text
    assert "Bartek" not in text
    assert "a deleted person" not in text


def test_one_entry_at_each_table_and_every_page_is_drawn_anew(table):
    grants = [feed.Grant(table.viewer(name), Screen(TABLE), 0) for name in ("bartek", "celina", "alicja")]
    gone(table)
    entry = LogEntry.objects.get()
    assert (entry.kind, entry.mode, entry.listed, entry.actor) == ("seat_erased", Mode.PUBLIC, True, None)
    assert [feed.Source().ended(grants)[grant] for grant in grants] == ["401", "changed", "changed"]


def test_names_in_older_entries_that_do_not_say_whose_they_are_go_too(table):
    given = {"actor": table.viewer("alicja"), "campaign": table.campaign}
    named = people.rename(**given, seat=table.seats["bartek"], name="Old Tom")
    other = people.rename(**given, seat=table.seats["celina"], name="Tomasia")
    for entry in (named, other):
        entry.payload.pop("seat")
        entry.save(update_fields=["payload"])
    gone(table)
    named.refresh_from_db()
    other.refresh_from_db()
    assert named.payload == {"v": 1, "name": "", "was": ""}
    assert other.payload["name"] == "Tomasia"


def test_the_campaign_still_goes_into_a_file_and_out_of_it(lived, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    gone(lived)
    data = file_of(lived.campaign, lived.viewer("alicja"))
    copy = bring(data, UserFactory(username="nina"))
    assert copy.seats.filter(name="").count() == 1
    page = client_of(User.objects.get(username="nina")).get(reverse("table", args=[copy.token])).text
    assert "a deleted person" in page
    assert CANARY not in page


# --- the sheets ---------------------------------------------------------------------------------------------------


def test_a_sheet_that_goes_leaves_a_nameless_row_at_no_table(
    table, settings, tmp_path, django_capture_on_commit_callbacks
):
    settings.MEDIA_ROOT = tmp_path
    for _ in range(2):
        portrait.set_portrait(actor=table.viewer("bartek"), character=table.julio, data=picture(size=(20, 20)))
    name = table.julio.portrait
    with django_capture_on_commit_callbacks(execute=True):
        gone(table)
    assert portraits.read(name) is None
    assert not list(tmp_path.rglob("*.webp"))
    julio = Character.objects.get(pk=table.julio.pk)
    assert (julio.name, julio.owner, julio.campaign, julio.concept) == ("", None, None, "")
    assert not Trait.objects.filter(character=julio).exists()
    for who in ("alicja", "celina"):
        assert table.client(who).get(reverse("sheet", args=[julio.token])).status_code == 404


def test_a_sheet_that_is_left_is_the_game_masters_without_its_private_notes(transactional_db, table):
    own = table.viewer("bartek")
    for kind in (Note.Kind.BIOGRAPHY, Note.Kind.PRIVATE):
        for text in (f"{CANARY}{kind}", f"{CANARY}{kind}2"):
            edit.set_field(actor=own, character=table.julio, target=f"note:={kind}", name="text", value=text)
    gone(table, left={table.campaign.token})
    julio = Character.objects.get(pk=table.julio.pk)
    assert (julio.name, julio.owner, julio.campaign, julio.hidden) == ("Julio", None, table.campaign, False)
    left = raw.database()  # where words have any byte beside them, so that no pattern tells where they end
    assert f"{CANARY}biography2".encode() in left
    assert f"{CANARY}private".encode() not in left
    assert table.client("alicja").get(reverse("sheet", args=[julio.token])).status_code == 200
    assert table.client("celina").get(reverse("sheet", args=[julio.token])).status_code == 200


def test_who_goes_leaves_the_open_scene(lived):
    assert Participant.objects.filter(character=lived.julio, left_at=None).exists()
    gone(lived)
    assert not Participant.objects.filter(character=lived.julio, left_at=None).exists()


# --- who may not go yet -------------------------------------------------------------------------------------------


def test_the_only_game_master_hands_over_or_deletes_first(table):
    with pytest.raises(Refused):
        gone(table, "alicja")
    assert User.objects.filter(username="alicja").exists()
    assert not LogEntry.objects.exists()
    handing_over.hand_over(actor=table.viewer("alicja"), campaign=table.campaign, seat=table.seats["bartek"])
    gone(table, "alicja")
    assert Campaign.objects.filter(pk=table.campaign.pk).exists()
    assert LogEntry.objects.get(kind="handed_over").payload == {
        "v": 1, "name": "Bartek", "was": "", "seat": table.seats["bartek"].pk,
    }  # fmt: skip


@pytest.mark.parametrize("name", ["celina", "gustaw", "filip", "ewa", "henryk", "daniel"])
def test_everybody_else_may_at_once(table, name):
    gone(table, name)
    assert not User.objects.filter(username=name).exists()
