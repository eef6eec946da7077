"""Which texts a study is about: images that have a text of every source, drawn by its seed."""

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
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
    chunk: int | None
    stimuli: tuple[tuple[int, SourceText], ...]

    @property
    def authors(self) -> set[int]:
        """Who wrote one of its texts here."""
        writers = (text.author_id for _, text in self.stimuli)
        return {author_id for author_id in writers if author_id is not None}

    @property
    def same(self) -> bool:
        """Whether there is nothing to tell apart."""
        different = {(text.text, text.picture) for _, text in self.stimuli}
        return len(self.stimuli) > 1 and len(different) == 1


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
        return {author_id for item in self.items for author_id in item.authors}


def choose(
    project: Project,
    sources: Sequence[Source],
    *,
    design: str,
    sample_size: int | None,
    seed: int,
    chunks: int | None = None,
    samples: Collection[int] | None = None,
) -> Chosen:
    """Draw the images of a study and bring their texts together; the same seed draws the same.

    Images are drawn in an order that the seed alone decides, so a larger sample holds a smaller
    one. Of a design that shows all sources at once half of the pairs are flipped, or half but one;
    three or more are shuffled. Another has one item per image and source, the sources of each image
    in an order of their own. With `chunks` there is one of these for the first sentence of each
    text, one for the first two, and so on up to so many, as far as every source has them. Where
    `samples` are named, images of others are left alone.
    """
    left = _left_alone(project, samples)
    read = [_of_images(texts_of(project, source), left, chunks) for source in sources]
    by_place = [texts for texts, _ in read]
    everywhere = set(by_place[0]).intersection(*by_place)
    by_image = [{image_id for image_id, _ in texts} for texts in by_place]
    somewhere = set().union(*by_image)
    drawn = sorted(
        {image_id for image_id, _ in everywhere},
        key=lambda image_id: (draw(seed, "image", image_id), image_id),
    )[:sample_size]
    together = [
        tuple(texts[image_id, chunk] for texts in by_place)
        for image_id in drawn
        for chunk in (range(1, chunks + 1) if chunks else (None,))
        if (image_id, chunk) in everywhere
    ]
    return Chosen(
        _joint(together, seed) if kinds.design(design).shows_all else _single(together, seed),
        images=len(drawn),
        without_text=[len(somewhere) - len(images) for images in by_image],
        left_over=[number for _, number in read],
    )


def _left_alone(project: Project, chosen: Collection[int] | None) -> set[int]:
    """The images that are drawn for nothing: withdrawn, or not of the chosen samples."""
    rows = Sample.objects.filter(project=project).values_list("image_id", "pk", "state")
    if chosen is None:
        rows = rows.filter(state=Sample.State.WITHDRAWN)
    wanted = set(chosen or ())
    return {
        image
        for image, pk, state in rows.iterator(chunk_size=5_000)
        if state == Sample.State.WITHDRAWN or pk not in wanted
    }


_Place = tuple[int, int | None]


def _of_images(
    texts: Iterable[SourceText], left: Container[int], chunks: int | None
) -> tuple[dict[_Place, SourceText], int]:
    """One text per image and chunk, the first one of a file, and how many more there are."""
    first: dict[_Place, SourceText] = {}
    left_over = 0
    for text in texts:
        if text.image_id is None or text.image_id in left:
            continue
        for part in _parts(text, chunks):
            if first.setdefault((text.image_id, part.chunk), part) is not part:
                left_over += 1
    return first, left_over


def _parts(text: SourceText, chunks: int | None) -> Iterator[SourceText]:
    """The chunks of a text; an image was made from one of them, or from all of its text."""
    if chunks is not None and text.picture is None:
        yield from text.up_to(chunks)
    elif (text.chunk is None) == (chunks is None):
        yield text


def _joint(together: Sequence[tuple[SourceText, ...]], seed: int) -> list[Item]:
    flips = balanced(len(together), seed)
    return [
        _item(texts, ([1, 0] if flipped else [0, 1]) if len(texts) == 2 else _order(texts, seed))
        for texts, flipped in zip(together, flips, strict=True)
    ]


def balanced(number: int, seed: int) -> list[bool]:
    """So many flips of which half are true, or one less, in an order drawn from the seed.

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
    chunk = [] if texts[0].chunk is None else [texts[0].chunk]
    generator(seed, "order", texts[0].image_id, *chunk).shuffle(order)
    return order


def _item(texts: Sequence[SourceText], order: Sequence[int]) -> Item:
    image_id = texts[0].image_id
    if image_id is None:
        raise ValueError("A text of no image cannot be judged.")
    return Item(
        image_id=image_id,
        chunk=texts[0].chunk,
        stimuli=tuple((source, texts[source]) for source in order),
    )
