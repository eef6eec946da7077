#!/usr/bin/env python
"""The command line of the platform: `python manage.py help` lists what it can do."""

import gc
import os
import sys


def main() -> None:
    # Nothing that is loaded at the start is garbage: to look for it takes a fifth of the start.
    gc.disable()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotate.config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
