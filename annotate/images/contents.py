"""Take turns between who adds a content and who deletes its files.

Content lies once for all projects. Files are written before the row that refers to them, so a
deletion that has seen no row could take files away from a row that is about to come. Whoever adds
rows holds the contents for the transaction and looks whether the files are still there; whoever
deletes files holds them alone; docs/decisions/0075 says why by these locks.
"""

from collections.abc import Iterable

from django.db import connection

from annotate.images import storage
from annotate.images.models import Image

# Any number that no other lock of this database has: the first of a pair of 32 bits.
_SPACE = 0x696D61
# The first hexadecimal digits of a digest, so that one transaction holds 256 locks at most.
_DIGITS = 2
# `unnest` gives the keys in the order in which they are named.
_SHARED = "SELECT pg_advisory_xact_lock_shared(%s, key) FROM unnest(%s::int[]) AS key"
_ALONE = "SELECT pg_advisory_xact_lock(%s, key) FROM unnest(%s::int[]) AS key"


def share(digests: Iterable[str]) -> None:
    """Keep the files of these contents from being deleted until the transaction ends."""
    _hold(_SHARED, digests)


def hold(digest: str) -> None:
    """Let nobody add this content until the transaction ends."""
    _hold(_ALONE, [digest])


def _hold(statement: str, digests: Iterable[str]) -> None:
    # SQLite lets one transaction write at a time: they take turns by that.
    if connection.vendor != "postgresql":
        return
    # In one order, so that nobody waits in a circle.
    keys = sorted({int(digest[:_DIGITS], 16) for digest in digests})
    with connection.cursor() as cursor:
        cursor.execute(statement, [_SPACE, keys])


def lost(digests: Iterable[str]) -> set[str]:
    """Which of these contents, that are held, have no files any more: they were just deleted.

    What another image refers to is not asked for: its files stay as long as it does.
    """
    wanted = set(digests)
    known = Image.objects.filter(sha256__among=wanted).order_by().values_list("sha256", flat=True)
    return {digest for digest in wanted - set(known) if not storage.has(digest)}
