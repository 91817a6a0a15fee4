"""An invitation's code: long enough not to be guessed, plain enough to be read aloud."""

import math

import pytest
from django.utils import timezone

from sessions.models import Invitation
from sessions.models.invitation import ALPHABET, LENGTH, clean_code, new_code


def test_a_code_holds_at_least_forty_bits():
    assert len(set(ALPHABET)) == len(ALPHABET)
    assert LENGTH * math.log2(len(ALPHABET)) >= 40


def test_every_sign_of_the_alphabet_is_drawn():
    drawn = "".join(new_code() for _ in range(500))
    assert set(drawn) == set(ALPHABET)
    assert len(drawn) == 500 * LENGTH


def test_codes_do_not_repeat():
    assert len({new_code() for _ in range(2000)}) == 2000


def test_signs_that_sound_or_look_alike_are_left_out():
    assert not set("01ILOU") & set(ALPHABET)


@pytest.mark.parametrize("typed", ["abcde fghjk", " ABCDE-FGHJK ", "aBcDeFgHjK\n", "AB CD EF GH JK"])
def test_a_code_is_read_however_it_was_typed(typed):
    assert clean_code(typed) == "ABCDEFGHJK"


def test_only_a_living_invitation_of_a_living_campaign_is_open(campaign):
    now = timezone.now()
    hour = timezone.timedelta(hours=1)
    good = Invitation.objects.create(campaign=campaign, expires_at=now + hour)
    Invitation.objects.create(campaign=campaign, expires_at=now - hour)
    Invitation.objects.create(campaign=campaign, expires_at=now + hour, closed_at=now)
    assert list(Invitation.objects.open()) == [good]
    campaign.archived_at = now
    campaign.save()
    assert not Invitation.objects.open().exists()
