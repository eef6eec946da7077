"""Which texts a study is about: images that have a text of every source, drawn by its seed."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from annotate import kinds
from annotate.analysis.randomness import draw, generator
from annotate.evaluation.selectors.sources import Source, SourceText, texts_of
from annotate.projects.models import Project
from annotate.workflow.models import Sample


@dataclass(frozen=True, kw_only=True)
class Item:
    """What is judged at once, before it is written down: sources and their texts as shown."""

    image_id: int
    stimuli: tuple[tuple[int, SourceText], ...]

    @property
    def same(self) -> bool:
        """Whether there is nothing to tell apart."""
        return len(self.stimuli) > 1 and len({text.text for _, text in self.stimuli}) == 1


@dataclass(frozen=True)
class Chosen:
    """The items of a study, the images they are about, and what could not be used."""

    items: list[Item]
    images: int
    # By source: images that only others have a text of, and texts beyond the first of an image.
    without_text: list[int]
    left_over: list[int]

    @property
    def authors(self) -> set[int]:
        """Who wrote one of the texts here."""
        texts = (text for item in self.items for _, text in item.stimuli)
        return {text.author_id for text in texts if text.author_id is not None}


def choose(
    project: Project,
    sources: Sequence[Source],
    *,
    design: str,
    sample_size: int | None,
    seed: int,
) -> Chosen:
    """Draw the images of a study and bring their texts together; the same seed draws the same.

    Images are drawn in an order that the seed alone decides, so a larger sample holds a smaller
    one. Of a design that shows all sources at once half of the pairs are flipped, or half but one;
    three or more are shuffled. Another has one item per image and source, the sources of each image
    in an order of their own.
    """
    withdrawn = set(
        Sample.objects.filter(project=project, state=Sample.State.WITHDRAWN).values_list(
            "image_id", flat=True
        )
    )
    found = [_of_images(texts_of(project, source), withdrawn) for source in sources]
    by_image = [texts for texts, _ in found]
    everywhere = set(by_image[0]).intersection(*by_image)
    somewhere = set(by_image[0]).union(*by_image)
    drawn = sorted(everywhere, key=lambda image_id: (draw(seed, "image", image_id), image_id))
    together = [tuple(texts[image_id] for texts in by_image) for image_id in drawn[:sample_size]]
    return Chosen(
        _joint(together, seed) if kinds.design(design).shows_all else _single(together, seed),
        images=len(together),
        without_text=[len(somewhere) - len(texts) for texts in by_image],
        left_over=[number for _, number in found],
    )


def _of_images(
    texts: Iterable[SourceText], withdrawn: Container[int]
) -> tuple[dict[int, SourceText], int]:
    """Return one text per image, the first one of a file, and how many more there are."""
    found: dict[int, SourceText] = {}
    left_over = 0
    for text in texts:
        if text.image_id is None or text.image_id in withdrawn:
            continue
        if found.setdefault(text.image_id, text) is not text:
            left_over += 1
    return found, left_over


def _joint(together: Sequence[tuple[SourceText, ...]], seed: int) -> list[Item]:
    flips = balanced(len(together), seed)
    return [
        _item(texts, ([1, 0] if flipped else [0, 1]) if len(texts) == 2 else _order(texts, seed))
        for texts, flipped in zip(together, flips, strict=True)
    ]


def balanced(number: int, seed: int) -> list[bool]:
    """Return so many flips of which half are true, or one less, in an order drawn from the seed.

    Flips that were drawn one by one would leave a study of few items lopsided, and whoever likes
    the left side better would then favour a source.

    >>> sum(balanced(9, seed=7)), balanced(4, seed=7) == balanced(4, seed=7)
    (4, True)
    """
    flips = [place < number // 2 for place in range(number)]
    generator(seed, "flips").shuffle(flips)
    return flips


def _single(together: Sequence[tuple[SourceText, ...]], seed: int) -> list[Item]:
    return [_item(texts, [source]) for texts in together for source in _order(texts, seed)]


def _order(texts: Sequence[SourceText], seed: int) -> list[int]:
    order = list(range(len(texts)))
    generator(seed, "order", texts[0].image_id).shuffle(order)
    return order


def _item(texts: Sequence[SourceText], order: Sequence[int]) -> Item:
    image_id = texts[0].image_id
    if image_id is None:
        raise ValueError("A text of no image cannot be judged.")
    return Item(image_id=image_id, stimuli=tuple((source, texts[source]) for source in order))
