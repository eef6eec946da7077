"""The product's own settings, with a web client that may have been built elsewhere."""

import os
from pathlib import Path

from annotate.config.settings import *  # noqa: F403

if _built := os.environ.get("BENCH_DIST"):
    FRONTEND_DIST = Path(_built)
    STATICFILES_DIRS = [("app", FRONTEND_DIST)]
