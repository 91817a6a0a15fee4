"""The cast is what its first lines promise, and the race helper really races."""

import pytest
from django.db.models import F

from sessions.access import Removed, campaign_for
from sessions.models import Channel, Role
from tests.races import at_once


def test_everybody_sits_where_the_cast_says(table):
    assert table.viewer("alicja").role == Role.GM
    assert table.viewer("ewa").role == Role.CO_GM
    assert table.viewer("filip").is_watching
    assert table.julio.owner == table.bartek
    assert table.shade.is_npc


def test_a_removed_member_is_told_so(table):
    with pytest.raises(Removed):
        campaign_for(table.henryk, table.campaign.token)


@pytest.mark.django_db(transaction=True)
def test_threads_see_one_database(table):
    def rise(_: int) -> None:
        Channel.objects.filter(pk=table.campaign.channel_id).update(seq=F("seq") + 1)

    at_once(12, rise)
    table.campaign.channel.refresh_from_db()
    assert table.campaign.channel.seq == 12
