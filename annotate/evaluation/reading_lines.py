"""What was said of texts as JSON lines, each with all that is known of how it was said."""

import json
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from annotate.evaluation.models import ReadText

BATCH = 500


def lines(rows: QuerySet[ReadText]) -> Iterator[bytes]:
    """One line per text, in the order of the rows."""
    for row in rows.iterator(BATCH):
        yield json.dumps(_line(row), ensure_ascii=False).encode() + b"\n"


def _line(row: ReadText) -> dict[str, Any]:
    version, image, listed = row.version, row.image, row.not_mentioned
    return {
        "image/key": row.key,
        "image/name": image.name if image else None,
        "image/sha256": image.sha256 if image else None,
        "annotation": row.annotation_id,
        "sentences": [
            {"text": text, **said} for text, said in zip(row.sentences, row.said or (), strict=True)
        ],
        "not_mentioned": None if listed is None else [row.marked[place] for place in listed],
        "objects": row.marked,
        "model": f"{version.connection.name} {version.label}",
        "model/version": version.pk,
        "prompt": row.reading.prompt,
        "prompt_tokens": row.prompt_tokens,
        "completion_tokens": row.completion_tokens,
        "cost": row.cost,
        "seconds": row.seconds,
        "read_at": row.answered_at.isoformat() if row.answered_at else None,
        "provenance": row.provenance,
        "code_version": row.reading.code_version,
    }
