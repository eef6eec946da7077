"""Which samples of a release were withdrawn or deleted for good since it was frozen.

Its files stay as they are.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db.models import Max, Q

from annotate.exchange.exports.base import encode
from annotate.exchange.models import Release
from annotate.exchange.releases import content
from annotate.exchange.releases.building import SAMPLES
from annotate.workflow.models import Sample, Transition

# Beside the manifest, which it is not in: it grows.
TOMBSTONES = "tombstones.json"
Tombstone = dict[str, str | None]


def tombstones(release: Release) -> list[Tombstone]:
    """External id and times of each, in order of the ids.

    `erased_at` is null while the image is there.
    Only what was withdrawn after the release was asked for can be in it.
    """
    is_withdrawal = Q(
        transitions__subject=Transition.Subject.SAMPLE,
        transitions__to_state=Sample.State.WITHDRAWN,
    )
    withdrawn = Sample.objects.filter(project=release.project_id, state=Sample.State.WITHDRAWN)
    since = (
        withdrawn.annotate(at=Max("transitions__at", filter=is_withdrawal))
        .filter(at__gte=release.created_at)
        .values_list("image__external_id", "at", "image__erased_at")
    )
    times = {key: (at, erased_at) for key, at, erased_at in since}
    if not times:
        return []
    return [_tombstone(key, *times[key]) for key in _keys(release) if key in times]


def _tombstone(key: str, withdrawn_at: datetime, erased_at: datetime | None) -> Tombstone:
    return {
        "external_id": key,
        "withdrawn_at": _written(withdrawn_at),
        "erased_at": _written(erased_at) if erased_at else None,
    }


def _written(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _keys(release: Release) -> Iterator[str]:
    for line in content.lines(release.files.get(path=SAMPLES).sha256):
        yield msgspec.json.decode(line)["key"]


def document(found: list[Tombstone]) -> bytes:
    """The file of the archive; there also where nothing was withdrawn."""
    about: dict[str, Any] = {"tombstones": found}
    return encode(about) + b"\n"
