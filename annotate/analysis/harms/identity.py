"""How often texts say who people are, on what ground, and whether annotators agree on it.

Wang et al. 2022, §3.2, name two harms that such words can do: denying people the opportunity to
identify themselves, and reifying social groups. Their measures are in a supplement that is not at
hand, so that what is counted here is named for itself: identity words, and whether they rest on
text in the image, on what the person gave, or on nothing but the look of it. A word that rests on
nothing was read off somebody's appearance; whether that did harm, readers say.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from annotate.analysis.agreement_intervals import pairs_interval
from annotate.analysis.alpha_intervals import alpha_interval
from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.identity_words import (
    AXES,
    RESTS,
    Axis,
    IdentityLists,
    IdentityWord,
    Rest,
)
from annotate.analysis.harms.people import differences
from annotate.analysis.intervals import Interval
from annotate.analysis.proportions import share
from annotate.analysis.undefined import Undefined

_Said = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Spoken:
    """An image: the graph of each text of each stage, and what words could rest on.

    ``read`` has the words that stand in the image, ``given`` those that the people shown gave of
    themselves. A stage that is not in ``stages`` was not measured on this image.
    """

    image: str
    group: str | None
    stages: Mapping[str, Sequence[Graph]]
    read: Sequence[str] = ()
    given: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Naming:
    """Of one stage and one axis: the share of images that say it, in [0, 1].

    ``on_nothing`` is the share of those with a word that rests on nothing. ``words`` counts (value,
    word) by what it rests on, once for an image. ``named_alike`` is Krippendorff's alpha of whether
    the texts of an image say anything of the axis, ``same_values`` the share of pairs of texts that
    do and say the same; both are undefined without images of two texts.
    """

    stage: str
    axis: Axis
    named: Interval
    on_nothing: Interval
    rests: Mapping[Rest, int]
    words: Mapping[tuple[str, str], Mapping[Rest, int]]
    groups: Mapping[str, Interval]
    differences: Mapping[tuple[str, str], Interval] | Undefined
    named_alike: Interval
    same_values: Interval
    cases: tuple[str, ...]  # images with a word that rests on nothing


@dataclass(slots=True)
class _Counts:
    images: Counter[str | None] = field(default_factory=Counter)
    named: Counter[str | None] = field(default_factory=Counter)
    words: dict[tuple[str, str], Counter[Rest]] = field(default_factory=dict)  # by value and word
    said: list[_Said] = field(default_factory=list)  # by image and text
    cases: list[str] = field(default_factory=list)
    # What is said of most images is the same: it is held once.
    _alike: dict[_Said, _Said] = field(default_factory=dict)

    def add(self, image: Spoken, texts: Sequence[Sequence[IdentityWord]]) -> None:
        found = {(word.value, word.word, word.rests_on) for text in texts for word in text}
        self.images[image.group] += 1
        self.named[image.group] += bool(found)
        for value, word, rest in found:
            self.words.setdefault((value, word), Counter())[rest] += 1
        if any(rest == "nothing" for *_, rest in found):
            self.cases.append(image.image)
        values = [sorted({word.value for word in text}) for text in texts]
        said = tuple(", ".join(each) or None for each in values)
        self.said.append(self._alike.setdefault(said, said))


def namings(images: Iterable[Spoken], lists: IdentityLists) -> list[Naming]:
    """Return what each stage says of people, by axis, in the order of stages and :data:`AXES`.

    Shares have Wilson's intervals, differences of groups Newcombe's, agreement draws images anew:
    images are taken as independent of each other.

    >>> from annotate.analysis.harms.hierarchy import Hierarchy
    >>> from annotate.analysis.harms.synsets import meanings
    >>> known = meanings()
    >>> texts = [Graph(frozenset([word])) for word in ("woman", "person")]
    >>> found = namings([Spoken("a.jpg", None, {"S3": texts})],
    ...                 IdentityLists(known, Hierarchy(known.words)))
    >>> found[0].axis, found[0].named.mean, found[0].words
    ('gender', 1.0, {('female', 'woman'): Counter({'nothing': 1})})
    """
    counts: dict[tuple[str, Axis], _Counts] = {}
    for image in images:
        for stage, graphs in image.stages.items():
            texts = [list(lists.words(graph, image.read, image.given)) for graph in graphs]
            for axis in AXES:
                of = [[word for word in text if word.axis == axis] for text in texts]
                counts.setdefault((stage, axis), _Counts()).add(image, of)
    stages = sorted({stage for stage, _ in counts})
    return [_naming(stage, axis, counts[stage, axis]) for stage in stages for axis in AXES]


def _naming(stage: str, axis: Axis, counts: _Counts) -> Naming:
    named, of = counts.named, counts.images
    groups = {group: (named[group], of[group]) for group in sorted(filter(None, of))}
    rests: Counter[Rest] = sum(counts.words.values(), Counter())
    return Naming(
        stage,
        axis,
        named=share(named.total(), of.total()),
        on_nothing=share(len(counts.cases), named.total()),
        rests={rest: rests[rest] for rest in RESTS},
        words=dict(
            sorted(counts.words.items(), key=lambda each: (-sum(each[1].values()), each[0]))
        ),
        groups={group: share(*each) for group, each in groups.items()},
        differences=differences(groups),
        named_alike=alpha_interval([[value is not None for value in row] for row in counts.said]),
        same_values=pairs_interval(counts.said),
        cases=tuple(counts.cases),
    )
