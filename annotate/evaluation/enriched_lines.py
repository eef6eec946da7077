"""The pairs of an enrichment as JSON lines, each with all that is known of how it was made."""

import json
from collections.abc import Iterator
from typing import Any

from annotate.evaluation.models import EnrichedImage, Enrichment
from annotate.evaluation.selectors.enrichments import pairs

BATCH = 500


def lines(enrichment: Enrichment) -> Iterator[bytes]:
    """One line per image that has both texts, in the order that was drawn."""
    for row in pairs(enrichment).iterator(BATCH):
        yield json.dumps(_line(enrichment, row), ensure_ascii=False).encode() + b"\n"


def _line(enrichment: Enrichment, row: EnrichedImage) -> dict[str, Any]:
    version, image, text = enrichment.version, row.image, row.text
    return {
        "image/key": row.key,
        "image/name": image.name if image else None,
        "image/sha256": image.sha256 if image else None,
        "original": row.captions,
        "original/source": enrichment.source_title,
        "enriched": text.text if text else None,
        "model": f"{version.connection.name} {version.label}",
        "model/version": version.pk,
        "prompt_tokens": row.prompt_tokens,
        "completion_tokens": row.completion_tokens,
        "cost": row.cost,
        "seconds": row.seconds,
        "asked_at": row.asked_at.isoformat() if row.asked_at else None,
        "provenance": row.provenance,
        "code_version": enrichment.code_version,
    }
