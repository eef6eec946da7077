"""What a study would be made of, without making it."""

from collections.abc import Iterator, Sequence

from annotate.evaluation.schemas import MissingTexts, StudyPreview
from annotate.evaluation.selectors.choosing import Chosen, choose
from annotate.evaluation.selectors.sources import Source
from annotate.projects.models import Project

# Below this many items the intervals of the results are too wide to say much.
FEW = 30


def preview(
    project: Project,
    sources: Sequence[Source],
    *,
    design: str,
    sample_size: int | None,
    chunks: int | None = None,
) -> StudyPreview:
    """Return how many items a study would have, what is missing, and what to think of.

    Authors and equal texts are counted over all images that may be drawn: which ones will be, the
    seed of the study decides.
    """
    chosen = choose(project, sources, design=design, sample_size=None, seed=0, chunks=chunks)
    images = chosen.images if sample_size is None else min(sample_size, chosen.images)
    same = sum(item.same for item in chosen.items)
    return StudyPreview(
        items=round(len(chosen.items) * images / max(chosen.images, 1)),
        missing=[
            MissingTexts(source=source.described, without_text=number)
            for source, number in zip(sources, chosen.without_text, strict=True)
        ],
        authors=len(chosen.authors),
        same=same,
        warnings=list(_warnings(chosen, sources, images, same, sample_size)),
    )


def _warnings(
    chosen: Chosen, sources: Sequence[Source], images: int, same: int, sample_size: int | None
) -> Iterator[str]:
    if not images:
        yield "No image has a text of every source."
        return
    if sample_size is not None and images < sample_size:
        yield f"Only {images:,} images have a text of every source."
    if images < FEW:
        yield f"With fewer than {FEW} images, differences are hard to tell from chance."
    if same:
        compared = "pairs both" if len(sources) == 2 else "items all"
        yield f"In {same:,} {compared} texts are the same."
    for source, number in zip(sources, chosen.left_over, strict=True):
        if number:
            yield (
                f"{source.title}: of images with several texts only the first is judged;"
                f" {number:,} texts are left out."
            )
