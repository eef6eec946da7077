"""What is told about two releases beside each other."""

import base64
import binascii
from collections.abc import Iterator
from itertools import islice

from annotate.core import errors
from annotate.core.http import CursorPage
from annotate.core.schemas import Page
from annotate.exchange.models import Release
from annotate.exchange.releases import content, merge, schemas, selectors
from annotate.exchange.releases.building import SAMPLES
from annotate.exchange.releases.merge import Difference, differences, place
from annotate.messages import Message


def comparison(after: Release, before: Release) -> schemas.ReleaseComparison:
    """Raises NotFound where one of them is not frozen (yet)."""
    counts = merge.counts(_walk(after, before))
    return schemas.ReleaseComparison(
        **counts,
        before=_figures(before),
        after=_figures(after),
    )


def page_of(
    after: Release, before: Release, query: schemas.DifferencesQuery
) -> Page[schemas.SampleDifference]:
    """One page of what differs, in order of the keys; pages go forwards alone."""
    size = query.page_size or CursorPage.page_size
    begin = place(_read(query.cursor)) if query.cursor else b""
    wanted = (
        each
        for each in _walk(after, before)
        if each is not None and place(each.key) > begin and query.change in (None, each.change)
    )
    found = list(islice(wanted, size + 1))
    more = len(found) > size
    return Page(
        next=_write(found[size - 1].key) if more else None,
        previous=None,
        results=[_described(each) for each in found[:size]],
    )


def _walk(after: Release, before: Release) -> Iterator[Difference | None]:
    return differences(_lines(before), _lines(after))


def _lines(release: Release) -> Iterator[bytes]:
    by_path = {file.path: file.sha256 for file in selectors.files_of(release)}
    return content.lines(by_path[SAMPLES])


def _figures(release: Release) -> schemas.ReleaseFigures:
    return schemas.ReleaseFigures(
        id=release.pk,
        name=release.name,
        version=release.version,
        statistics=selectors.statistics_of(selectors.files_of(release)),
    )


def _described(found: Difference) -> schemas.SampleDifference:
    before, after = found.before or {}, found.after or {}
    return schemas.SampleDifference(
        external_id=found.key,
        change=found.change,
        split_before=before.get("split"),
        split_after=after.get("split"),
    )


def _write(key: str) -> str:
    return base64.urlsafe_b64encode(key.encode()).decode()


def _read(cursor: str) -> str:
    try:
        return base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode()
    except (ValueError, binascii.Error):
        raise errors.NotFound(Message("unknown_cursor")) from None
