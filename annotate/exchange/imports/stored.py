"""Pictures that rows bring along and that are stored already: of those the stored one is taken.

A picture of an export is a copy. Where the one that it was made of is here, the row means that.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from annotate.exchange.imports.rows import Row
from annotate.images.selectors import stored_facts

# Rows that are held at once; each may hold its picture.
_BATCH = 16


def with_originals(rows: Iterable[Row], project_ids: Sequence[int] | None) -> Iterator[Row]:
    """Yield the rows, each with its picture or with the digest of a stored one, never both.

    Args:
        project_ids: the projects whose stored pictures may be taken; None: all.
    """
    rows = iter(rows)
    while batch := list(islice(rows, _BATCH)):
        digests = [row.sha256 for row in batch if row.sha256 is not None and _is_had(row)]
        known = stored_facts(digests, project_ids=project_ids) if digests else {}
        for row in batch:
            if row.sha256 is None or not _is_had(row):
                yield row
            elif row.sha256 in known:
                yield replace(row, read=None, known=None, address="")
            else:
                yield replace(row, sha256=None)


def _is_had(row: Row) -> bool:
    """Whether its picture is to be had otherwise."""
    return row.read is not None or bool(row.address)
