"""What a study would be made of, and by whom it could be judged, before it is made."""

from collections.abc import Iterator, Sequence

from annotate.evaluation.models import Study
from annotate.evaluation.schemas.studies import MissingTexts, StudyPreview
from annotate.evaluation.selectors.barring import able_to_judge, authors, may_work
from annotate.evaluation.selectors.choosing import Chosen, choose
from annotate.evaluation.selectors.sources import Source
from annotate.people.schemas import Person
from annotate.projects.models import Project

# Below this many items the intervals of the results are too wide to say much.
FEW = (
    30  # Whoever plans a study reads no longer list; the number of authors says how many there are.
)
MOST_NAMED = 100


def preview(
    project: Project,
    sources: Sequence[Source],
    *,
    design: str,
    sample_size: int | None,
    chunks: int | None = None,
    samples: Sequence[int] | None = None,
    raters: Sequence[int] = (),
    raters_per_item: int = 3,
    barring: str = Study.Barring.STUDY,
) -> StudyPreview:
    """What a study would be made of, without making it.

    Authors and equal texts are counted over all images that may be drawn: which ones will be, the
    seed of the study decides.
    """
    chosen = choose(
        project, sources, design=design, sample_size=None, seed=0, chunks=chunks, samples=samples
    )
    images = chosen.images if sample_size is None else min(sample_size, chosen.images)
    same = sum(item.same for item in chosen.items)
    barred = authors(chosen, design)
    people = may_work(project, raters)
    able = able_to_judge(chosen, people, design=design, barring=barring, needed=raters_per_item)
    return StudyPreview(
        items=round(len(chosen.items) * images / max(chosen.images, 1)),
        missing=[
            MissingTexts(source=source.described, without_text=number)
            for source, number in zip(sources, chosen.without_text, strict=True)
        ],
        authors=len(chosen.authors),
        barred=[Person.of(user) for user in barred[:MOST_NAMED]],
        remaining=able.people,
        items_short=able.items_short,
        same=same,
        warnings=list(_warnings(chosen, sources, images, same, sample_size)),
    )


def _warnings(
    chosen: Chosen, sources: Sequence[Source], images: int, same: int, sample_size: int | None
) -> Iterator[str]:
    if not images:
        yield "No image has an item of every source."
        return
    if sample_size is not None and images < sample_size:
        yield f"Only {images:,} images have an item of every source."
    if images < FEW:
        yield f"With fewer than {FEW} images, differences are hard to tell from chance."
    if same:
        yield f"In {same:,} cases {'both' if len(sources) == 2 else 'all'} items are the same."
    for source, number in zip(sources, chosen.left_over, strict=True):
        if number:
            yield (
                f"{source.title}: of images with several items only the first is judged;"
                f" {number:,} items are left out."
            )
