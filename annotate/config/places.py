"""Where things lie: in a checkout beside the code, where the package was installed inside it.

A wheel carries what the checkout has outside `annotate/` and the product needs at run time (see
setup.py), in the folder `annotate/carried` and laid out as in the checkout. What people make never
goes there: an upgrade would delete it.
"""

import os
import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

_CARRIED = Path(__file__).resolve().parents[1] / "carried"
IS_INSTALLED = _CARRIED.is_dir()
BASE_DIR = _CARRIED if IS_INSTALLED else Path(__file__).resolve().parents[2]


def data_dir(*, is_demo: bool, is_installed: bool = IS_INSTALLED) -> Path:
    """Where data is kept unless DATA_DIR says otherwise; a demo's apart from everything else.

    Raises:
        ImproperlyConfigured: this account has no home to keep them in.
    """
    folder = _users_data() / "annotate" if is_installed else BASE_DIR / "var"
    return folder / ("demo" if is_demo else "data")


def _users_data() -> Path:
    """The folder that this system has for data of programs of one person."""
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    if named.is_absolute():
        return named
    try:
        home = Path.home()
    except RuntimeError:
        raise ImproperlyConfigured(
            "DATA_DIR is not set, and this account has no home folder to keep data in."
        ) from None
    is_mac = sys.platform == "darwin"
    return home / ("Library/Application Support" if is_mac else ".local/share")
