"""The database of tests in which thousands of acts follow each other."""

import pytest
from django.db import connection

# On PostgreSQL each act is committed, as when it is served: in one long transaction it keeps, and
# reads through, every version that a row has had, which takes four times as long. SQLite keeps
# none, and there a commit only starts what nobody looks at.
long_story = pytest.mark.django_db(transaction=connection.vendor == "postgresql")
