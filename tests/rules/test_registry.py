import pytest

from rules.errors import UnknownSystem
from rules.registry import system, systems


def test_every_system_is_found_by_its_key() -> None:
    assert "caerbannog_2026" in systems()
    assert all(system(key) is one and one.key == key for key, one in systems().items())


@pytest.mark.parametrize("key", ["", "caerbannog", "CAERBANNOG_2026", "dnd"])
def test_an_unknown_system_is_refused_and_the_known_are_named(key: str) -> None:
    with pytest.raises(UnknownSystem, match="caerbannog_2026"):
        system(key)
