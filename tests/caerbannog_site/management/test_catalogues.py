import re
from pathlib import Path

import pytest
from django.conf import settings

from caerbannog_site.management import catalogues

SOURCE = 'N_("Athletics")\nNP_("{n} die of {sides}", "{n} dice of {sides}")\n'


@pytest.fixture
def base(tmp_path):
    for folder in ("caerbannog_site", "rules", "sessions", "sheets", "templates"):
        (tmp_path / folder).mkdir()
    (tmp_path / "rules" / "sheet.py").write_text(SOURCE)
    return tmp_path


def polish(base: Path, text: str = ""):
    """The Polish catalogue of that source after an update, with `text` as it was before."""
    path = catalogues.path_of(base / "locale", "pl")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return catalogues.updated(base, catalogues.read(path, "pl"), "pl")


DICE = (
    'msgid "{n} die of {sides}"\nmsgid_plural "{n} dice of {sides}"\n'
    'msgstr[0] "{n} kość k{sides}"\nmsgstr[1] "{n} kości k{sides}"\nmsgstr[2] "{n} kości k{sides}"\n'
)
COMPLETE = catalogues.HEADER.format(language="pl", plural_forms="nplurals=3; plural=n != 1") + (
    'msgid "Athletics"\nmsgstr "Atletyka"\n\n' + DICE
)


def test_an_update_keeps_translations_and_drops_what_is_gone(base):
    fresh = polish(base, COMPLETE + '\nmsgid "Gone"\nmsgstr "Nie ma"\n')
    assert fresh.get("Athletics").string == "Atletyka"
    assert fresh.get("{n} die of {sides}").string[2] == "{n} kości k{sides}"
    assert fresh.get("Gone") is None
    assert list(catalogues.faults(fresh)) == []


def test_a_second_update_changes_no_byte(base):
    path = catalogues.path_of(base / "locale", "pl")
    fresh = polish(base, COMPLETE)
    catalogues.save(path, fresh, "pl")
    again = catalogues.updated(base, catalogues.read(path, "pl"), "pl")
    assert catalogues.text_of(again, "pl") == path.read_bytes()


def test_what_is_missing_is_a_fault(base):
    assert list(catalogues.faults(polish(base))) == [
        "not translated: 'Athletics'",
        "not translated: '{n} die of {sides}'",
    ]


def test_polish_needs_all_three_plural_forms(base):
    two = COMPLETE.replace('msgstr[2] "{n} kości k{sides}"\n', "")
    assert list(catalogues.faults(polish(base, two))) == ["not translated: '{n} die of {sides}'"]


def test_an_unsure_translation_is_a_fault(base):
    unsure = COMPLETE.replace('msgid "Athletics"', '#, fuzzy\nmsgid "Athletics"')
    assert list(catalogues.faults(polish(base, unsure))) == ["fuzzy: 'Athletics'"]


def test_a_lost_or_invented_placeholder_is_a_fault(base):
    lost = list(catalogues.faults(polish(base, COMPLETE.replace("kości k{sides}", "kości {ścian}"))))
    assert [fault.split(" in ")[0] for fault in lost] == [
        "placeholder sides is missing",
        "placeholder ścian is unknown",
    ] * 2


def test_one_thing_may_go_without_its_number(base):
    assert list(catalogues.faults(polish(base, COMPLETE.replace("{n} kość", "jedna kość")))) == []


def test_english_holds_its_plurals_and_nothing_else(base):
    fresh = catalogues.updated(base, catalogues.read(base / "none.po", "en"), "en")
    assert [catalogues._ids(one) for one in fresh if one.id] == [("{n} die of {sides}", "{n} dice of {sides}")]
    assert list(catalogues.faults(fresh)) == []


def test_compiling_writes_what_django_reads_and_only_when_out_of_date(base):
    import gettext

    path = catalogues.path_of(base / "locale", "pl")
    catalogues.save(path, polish(base, COMPLETE), "pl")
    assert catalogues.compile_to_mo(path, "pl")
    assert not catalogues.compile_to_mo(path, "pl")
    with path.with_suffix(".mo").open("rb") as file:
        words = gettext.GNUTranslations(file)
    assert words.gettext("Athletics") == "Atletyka"
    assert words.ngettext("{n} die of {sides}", "", 22) == "{n} kości k{sides}"


def test_polish_addresses_its_reader_with_a_capital():
    polish = catalogues.read(catalogues.path_of(settings.BASE_DIR / "locale", "pl"), "pl")
    small = re.compile(r"\b(ciebie|cię|tobie|tobą|twój|twoj\w+|twoi\w*)\b")
    assert [entry.string for entry in polish if small.search(str(entry.string))] == []
