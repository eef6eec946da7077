"""What captions and the descriptions made of them are like, side by side (ImageInWords, App. E)."""

from typing import Any

from annotate.evaluation.models import EnrichedImage, Enrichment
from annotate.evaluation.selectors.sources import SourceText
from annotate.evaluation.services.text_measuring import Read, Work

# Columns of ImageInWords, Table 14, and how hard both are to read.
OPTIONS = {"measures": ["describe", "readability"], "same_images": True, "meteor": False}


def measure(enrichment: Enrichment) -> None:
    """Write down the figures of all pairs; a caption without a description is not in them."""
    captions, texts = _pairs(enrichment)
    results = _measured(enrichment, captions, texts) if texts else None
    Enrichment.objects.filter(pk=enrichment.pk).update(figures=results)


def _pairs(enrichment: Enrichment) -> tuple[list[SourceText], list[SourceText]]:
    pairs = EnrichedImage.objects.filter(
        enrichment=enrichment, state=EnrichedImage.State.ANSWERED
    ).exclude(text=None)
    rows = pairs.order_by("position").values_list("image_id", "key", "captions", "text__text")
    captions, texts = [], []
    for image_id, key, own, text in rows.iterator(1000):
        captions += [SourceText(image_id, key, caption) for caption in own]
        texts.append(SourceText(image_id, key, text))
    return captions, texts


def _measured(
    enrichment: Enrichment, captions: list[SourceText], texts: list[SourceText]
) -> dict[str, Any]:
    before = Read(enrichment.source_title, enrichment.source, captions)
    after = Read(enrichment.name, {}, texts)
    work = Work(OPTIONS, [before, after], None)
    for read, key in work.steps():
        read.measured[key] = work.figures(read, key)
    return {"pairs": len(texts), **work.results()}
