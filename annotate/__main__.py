"""The command line of the platform: `annotate` where it is installed, `manage.py` in a checkout.

`annotate help` lists what it can do.
"""

import gc
import os
import sys

_FIRST = """\
annotate demo       serve a demo with real photographs on this machine
annotate migrate    make or bring up to date the database
annotate serve      serve pages and API
annotate worker     run background jobs

Each has --help. All commands:
"""


def main() -> None:
    """Run the command that the command line names."""
    # Nothing that is loaded at the start is garbage: to look for it takes a fifth of the start.
    gc.disable()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotate.config.settings")
    if sys.argv[1:2] == ["demo"]:
        _stand_alone()
    elif not sys.argv[1:]:
        print(_FIRST)
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as refused:
        sys.exit(f"{refused}")


def _stand_alone() -> None:
    """A demo uses no server of a real installation, whatever the environment names."""
    if "DEMO" in os.environ:  # whoever sets it has said what is wanted
        return
    os.environ["DEMO"] = "true"
    for name in ("DATABASE_URL", "REDIS_URL", "STORAGE_BUCKET"):
        os.environ.pop(name, None)


if __name__ == "__main__":
    main()
