"""Which texts a study is about: images that have a text of every source, drawn by its seed."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from annotate.analysis.randomness import draw, generator
from annotate.evaluation.models import Study
from annotate.evaluation.selectors.sources import Source, SourceText, texts_of
from annotate.projects.models import Project
from annotate.workflow.models import Sample


@dataclass(frozen=True, kw_only=True)
class Item:
    """What is judged at once, before it is written down."""

    image_id: int
    first: int
    second: int | None
    texts: tuple[SourceText, ...]
    flipped: bool

    @property
    def same(self) -> bool:
        """Whether there is nothing to tell apart."""
        return len(self.texts) == 2 and self.texts[0].text == self.texts[1].text

    @property
    def shown(self) -> tuple[str, ...]:
        """The texts in the order in which people see them."""
        texts = tuple(each.text for each in self.texts)
        return texts[::-1] if self.flipped else texts


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
        texts = (text for item in self.items for text in item.texts)
        return {text.author_id for text in texts if text.author_id is not None}


def choose(
    project: Project,
    sources: Sequence[Source],
    *,
    design: str,
    sample_size: int | None,
    seed: int,
) -> Chosen:
    """Draw the images of a study and pair their texts; the same seed draws the same.

    Images are drawn in an order that the seed alone decides, so a larger sample holds a smaller
    one. Half of the pairs are flipped, or half but one: which ones the seed decides. A rating has
    one item per image and source, the sources of each image in an order of their own.
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
    paired = [tuple(texts[image_id] for texts in by_image) for image_id in drawn[:sample_size]]
    return Chosen(
        _pairs(paired, seed) if design == Study.Design.SIDE_BY_SIDE else _single(paired, seed),
        images=len(paired),
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


def _pairs(paired: Sequence[tuple[SourceText, ...]], seed: int) -> list[Item]:
    flips = balanced(len(paired), seed)
    return [
        _item(texts, flipped=flipped, first=0, second=1)
        for texts, flipped in zip(paired, flips, strict=True)
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


def _single(paired: Sequence[tuple[SourceText, ...]], seed: int) -> list[Item]:
    items = []
    for texts in paired:
        order = list(range(len(texts)))
        generator(seed, "order", texts[0].image_id).shuffle(order)
        items += [_item((texts[place],), first=place) for place in order]
    return items


def _item(
    texts: tuple[SourceText, ...], *, first: int, second: int | None = None, flipped: bool = False
) -> Item:
    image_id = texts[0].image_id
    if image_id is None:
        raise ValueError("A text of no image cannot be judged.")
    return Item(image_id=image_id, first=first, second=second, texts=texts, flipped=flipped)
