"""The pieces of live frames and of answers: a log row, the panels that an entry changed, the last roll of a sheet.

Nothing is rendered that its reader may not know: no bytes, no id.
"""

from __future__ import annotations

from django.db.models import Max
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from sessions import log_reading, party, regions
from sessions.access import Viewer
from sessions.log_display import Row
from sessions.models import LogEntry, Participant
from sessions.screens import SHEET, WITH_PARTY, Screen
from sheets import panels, snapshot
from sheets.access import Rights
from sheets.actions.enemy_pool import is_switch
from sheets.models import Character

ENDS_SCENE = ("scene", "scene_closed")
ROWS_REDRAWN = 20  # rows that a new scene draws anew; older ones are long out of sight


def partial(target: str, swap: str, html: str = "") -> str:
    return f'<hx-partial hx-target="#{target}" hx-swap="{swap}">{html}</hx-partial>'


def rows_again(entry: LogEntry, viewer: Viewer) -> list[str]:
    """Older rows that look otherwise now: a scene's that is over lose their buttons, a round's is taken back."""
    if entry.kind in ENDS_SCENE:
        wanted = _settled_by(entry, viewer)
    elif not (wanted := entry.payload.get("again", [])):
        return []
    older = LogEntry.objects.filter(pk__in=wanted).listed().visible_to(viewer)
    found = list(log_reading.with_details(older).order_by("seq"))
    return [row_partial(row_html(one)) for one in log_reading.rows(found, viewer)]


def _settled_by(scene: LogEntry, viewer: Viewer) -> list[int]:
    """The newest rolls of the scene that is over, which lose their buttons; counted among those that are seen."""
    earlier = LogEntry.objects.filter(channel=scene.channel_id, seq__lt=scene.seq)
    began = earlier.filter(kind__in=ENDS_SCENE).aggregate(seq=Max("seq"))["seq"] or 0
    rolls = earlier.filter(kind="check", seq__gt=began).listed().visible_to(viewer)
    return list(rolls.order_by("-seq").values_list("pk", flat=True)[:ROWS_REDRAWN])


def row_partial(html: str) -> str:
    """A log row wherever it is shown: the log puts it in its place in time."""
    return partial("log", "row", html)


def row_html(row: Row) -> SafeString:
    return render_to_string("sessions/_row.html", {"row": row})


def spoken(row: Row) -> str:
    """The row on a page without a log, which only says it to those who listen."""
    return format_html('<article id="row-{}" data-say="{}"></article>', row.entry.token, row.say)


def changed_panels(entry: LogEntry, viewer: Viewer, screen: Screen) -> list[str]:
    """What the entry changed on this screen besides the log: panels of a sheet, cards of the party, other regions."""
    found = [partial(name, "outerMorph", html) for name, html in regions.drawn(entry, viewer, screen)]
    if screen.page == SHEET:
        own = [change for change in entry.told if change.character_id == screen.character_id]
        touched = panels.touched(own, screen.rights)
        if screen.character_id in sharers(entry):
            touched += [one for one in panels.seen(screen.rights) if one.name == "pools" and one not in touched]
        return found + _sheet_panels(touched, screen)
    return found + _party(entry, viewer, screen.page) if screen.page in WITH_PARTY else found


def sharers(entry: LogEntry) -> set[int | None]:
    """The NPCs whose own Momentum goes or comes back, as the enemies begin or cease to share theirs."""
    tokens = [change.target.partition(":")[2] for change in entry.told if is_switch(change)]
    if not tokens:
        return set()
    enemies = Participant.objects.filter(scene__token__in=tokens, side=Participant.Side.ENEMIES, left_at=None)
    return set(enemies.filter(character__owner=None).values_list("character", flat=True))


def _party(entry: LogEntry, viewer: Viewer, page: str) -> list[str]:
    if entry.kind in party.REDRAWN_BY and (entry.is_visible_to(viewer) or _known(entry.character)):
        return [partial("party", "outerMorph", party.draw(viewer, page))]
    cards = party.drawn(entry.told, viewer, page) if entry.told else []
    return [partial(f"card-{card.character.token}", "outerMorph", html) for card, html in cards]


def has_roll_bar(screen: Screen) -> bool:
    """Whether this screen shows the newest roll of its character."""
    return screen.page == SHEET and screen.edit


def last_roll(character: Character, row: Row | None, html: str = "") -> str:
    """The newest roll in the roll bar of its sheet, or none when that was hidden again."""
    bar = render_to_string("sessions/_last.html", {"row": row, "html": html, "character": character})
    return partial(f"last-{character.token}", "outerMorph", bar)


def _known(character: Character | None) -> bool:
    """Whether the players see this character in the party."""
    return character is not None and not character.hidden


def _sheet_panels(touched: list[panels.Panel], screen: Screen) -> list[str]:
    if not touched:
        return []
    character = Character.objects.select_related("campaign", "owner").filter(pk=screen.character_id).first()
    if character is None:
        return []
    rows = snapshot.load_one(character, panels.kinds_read(touched))
    return [panel_partial(panel, rows, screen.rights) for panel in touched]


def panel_partial(panel: panels.Panel, rows: snapshot.Rows, rights: Rights) -> str:
    """A panel drawn anew, or only poked when its looks depend on the reader's own settings."""
    target = f"panel-{panel.name}-{rows.character.token}"
    html = "" if panel.poked else panels.draw(panel, rows, rights)
    return partial(target, "outerMorph", html)
