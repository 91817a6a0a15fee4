"""manage.py messages: translations without gettext's tools."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from caerbannog_site.management import catalogues
from caerbannog_site.management.extraction import Unreadable


class Command(BaseCommand):
    help = "Brings the translation catalogues up to date, checks them, or compiles them."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--update", action="store_true", help="take the messages of the source into the catalogues")
        what.add_argument("--check", action="store_true", help="fail unless every message is there and translated")
        what.add_argument("--compile", action="store_true", help="write the .mo files that are out of date")

    def handle(self, *args: object, **options: object) -> None:
        locale = Path(settings.LOCALE_PATHS[0])
        paths = {language: catalogues.path_of(locale, language) for language, _ in settings.LANGUAGES}
        try:
            if options["update"]:
                self._update(paths)
            elif options["check"]:
                self._check(paths)
            else:
                self._compile(paths, int(str(options["verbosity"])))
        except Unreadable as error:
            raise CommandError(str(error)) from error

    def _update(self, paths: dict[str, Path]) -> None:
        for language, path in paths.items():
            fresh = catalogues.updated(settings.BASE_DIR, catalogues.read(path, language), language)
            catalogues.save(path, fresh, language)
            missing = sum(1 for fault in catalogues.faults(fresh))
            self.stdout.write(f"{language}: {len(fresh)} messages, {missing} to look at")

    def _check(self, paths: dict[str, Path]) -> None:
        faults = [
            f"{path.relative_to(settings.BASE_DIR)}: {fault}"
            for language, path in paths.items()
            for fault in self._faults(language, path)
        ]
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write("Translations are complete.")

    def _faults(self, language: str, path: Path) -> Iterator[str]:
        now = catalogues.read(path, language)
        fresh = catalogues.updated(settings.BASE_DIR, now, language)
        if not path.exists() or catalogues.text_of(fresh, language) != path.read_bytes():
            yield "differs from the source; run `make messages`"
        yield from catalogues.faults(fresh)

    def _compile(self, paths: dict[str, Path], verbosity: int) -> None:
        for language, path in paths.items():
            if path.exists() and catalogues.compile_to_mo(path, language) and verbosity:
                self.stdout.write(f"Compiled {path.relative_to(settings.BASE_DIR)}")
