"""docs/hosting.md names what there is."""

import re

import pytest
from django.conf import settings

DOCS = settings.BASE_DIR / "docs"
TEXT = (DOCS / "hosting.md").read_text()


def test_every_shipped_file_is_told_of_and_every_link_leads_somewhere():
    linked = set(re.findall(r"\]\(([^)]+)\)", TEXT))
    shipped = {f"hosting/{path.name}" for path in (DOCS / "hosting").iterdir() if path.suffix != ".dockerignore"}
    assert shipped == linked


@pytest.mark.parametrize("target", sorted(set(re.findall(r"(?:^|`|&& )make (?:--silent )?([a-z]+)", TEXT, re.M))))
def test_every_command_is_a_target_of_the_makefile(target):
    assert re.search(rf"^{target}:", (settings.BASE_DIR / "Makefile").read_text(), re.MULTILINE)


def test_every_variable_is_one_that_the_readme_knows():
    known = (settings.BASE_DIR / "README.md").read_text()
    for name in set(re.findall(r"\b([A-Z]+_[A-Z_]+)=", TEXT)):
        assert f"`{name}`" in known
