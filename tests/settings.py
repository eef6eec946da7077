"""The product's own settings, with what a test run must not take from the machine.

The database and the broker come from DATABASE_URL and REDIS_URL as in production.
"""

import os
import tempfile

os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.setdefault("ALLOWED_HOSTS", "localhost,127.0.0.1,testserver")
if not os.environ.get("TEST_DATA_DIR"):
    os.environ["TEST_DATA_DIR"] = tempfile.mkdtemp(prefix="annotate-tests-")
os.environ["DATA_DIR"] = os.environ["TEST_DATA_DIR"]

from annotate.config.settings import *  # noqa: F403

# The real hasher takes a tenth of a second on purpose; the tests make hundreds of accounts.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Look for a file when it is asked for: a list of all made at each start of a test client takes
# longer than the test, and is wrong as soon as somebody builds the web client meanwhile.
WHITENOISE_AUTOREFRESH = True
