"""The product's own settings, with what a test run must not take from the machine.

The database and the broker come from DATABASE_URL and REDIS_URL as in production. The processes of
one run (`pytest -n 2`) share these servers: each has a database (named by pytest-django), a Redis
database and a folder of its own, and so has whatever it starts.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

os.environ.setdefault("SECRET_KEY", "only-for-tests-0123456789-0123456789-0123456789-0123456789")
os.environ.setdefault("ALLOWED_HOSTS", "localhost,127.0.0.1,testserver")
if not os.environ.get("TEST_DATA_DIR"):
    os.environ["TEST_DATA_DIR"] = tempfile.mkdtemp(prefix="annotate-tests-")
    atexit.register(shutil.rmtree, os.environ["TEST_DATA_DIR"], ignore_errors=True)

# Once: what a test starts finds all of this in its environment, or what the test put there instead.
_process = os.environ.get("PYTEST_XDIST_WORKER", "")
if _process and _process != os.environ.get("TEST_PROCESS", ""):
    os.environ["TEST_PROCESS"] = _process
    os.environ["TEST_DATA_DIR"] = str(Path(os.environ["TEST_DATA_DIR"]) / _process)
    if _given := os.environ.get("REDIS_URL"):
        _address = urlsplit(_given)
        _number = int(_address.path.strip("/") or 0) + 1 + int(_process.removeprefix("gw"))
        os.environ["REDIS_URL"] = _address._replace(path=f"/{_number}").geturl()
os.environ["DATA_DIR"] = os.environ["TEST_DATA_DIR"]

from annotate.config.settings import *  # noqa: E402, F403

# The real hasher takes a tenth of a second on purpose; the tests make hundreds of accounts.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Look for a file when it is asked for: a list of all made at each start of a test client takes
# longer than the test, and is wrong as soon as somebody builds the web client meanwhile.
WHITENOISE_AUTOREFRESH = True

if IS_EMBEDDED:  # noqa: F405
    # Each process has its own in memory; only of Django's own engine the test runner knows it.
    DATABASES["default"]["TEST"] = {"NAME": ":memory:"}  # noqa: F405

# All tests come from one address.
LOGIN_FAILURES_PER_ADDRESS = 100_000

# No test reaches the Hub; those that push have one of their own.
HUB_ENDPOINT = "http://127.0.0.1:9"
