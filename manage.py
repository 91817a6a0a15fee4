#!/usr/bin/env python
"""Django's command line for Stół Caerbannog."""

import os
import sys


def main() -> None:
    os.umask(0o077)  # what a command makes in the data folder is its owner's alone, as the server's is
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caerbannog_site.settings")
    from django.core.management import execute_from_command_line

    from caerbannog_site.serve import need_settings

    need_settings()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
