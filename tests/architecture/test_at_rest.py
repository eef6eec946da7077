"""What web, worker and clock have loaded before anybody asks for anything."""

import subprocess
import sys

import pytest
from django.conf import settings

# Together they are a third of what a process at rest would take.
LOADED_WHERE_USED = {
    "datasketch",
    "lxml",
    "nltk",
    "opentelemetry",
    "pandas",
    "pyarrow",
    "qrcode",
    "scipy",
    "skimage",
    "torch",
    "transformers",
}
_START = {
    "web": """
from annotate.config.wsgi import application
from django.urls import get_resolver
get_resolver().url_patterns
""",
    "worker and clock": """
import django
django.setup()
from annotate.config.celery import app
app.loader.import_default_modules()
""",
}


@pytest.mark.parametrize("process", _START)
def test_a_process_at_rest_has_loaded_no_library_of_science(process: str) -> None:
    told = "import sys\nprint(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", f"{_START[process]}\n{told}"],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.split())
    assert "annotate" in loaded
    assert loaded & LOADED_WHERE_USED == set()
