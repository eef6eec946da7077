"""What a measure is given and what it returns."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from annotate.analysis.spread import Spread, spread
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

NO_TEXT = Undefined(Message("no_text_at_all"))

Column = Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Text:
    """One text. Texts of one ``image`` belong together; "" is an image that nobody else names."""

    image: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Figures of one source by name; each of them is a number, or has its reason.

    ``columns`` are the figures of single texts (of images for specificity) in order, and
    ``spreads`` how they are spread.
    """

    figures: Mapping[str, float | int | None]
    undefined: Mapping[str, Undefined] = field(default_factory=dict)
    columns: Mapping[str, Column] = field(default_factory=dict)

    def spreads(self) -> dict[str, Spread]:
        """Return how the figures of single texts are spread."""
        return {name: spread(column) for name, column in self.columns.items()}


def measured(
    figures: Mapping[str, float | int | Undefined],
    columns: Mapping[str, Column] | None = None,
) -> Measured:
    """Return figures as numbers, with the reason of each that does not exist.

    >>> measures = measured({"n": 1, "mean": NO_TEXT})
    >>> measures.figures, measures.undefined["mean"].reason
    ({'n': 1, 'mean': None}, 'There is no text.')
    """
    return Measured(
        figures={
            name: None if isinstance(value, Undefined) else value for name, value in figures.items()
        },
        undefined={name: value for name, value in figures.items() if isinstance(value, Undefined)},
        columns=columns or {},
    )


def without(names: Iterable[str], why: Undefined) -> Measured:
    """Return figures none of which exists, all for one reason."""
    return measured(dict.fromkeys(names, why))


def by_image(texts: Iterable[Text]) -> dict[str, list[str]]:
    """Return the texts of every image that has a name, in their order.

    >>> by_image([Text("a", "one"), Text("", "two"), Text("a", "three")])
    {'a': ['one', 'three']}
    """
    texts_of: dict[str, list[str]] = {}
    for text in texts:
        if text.image:
            texts_of.setdefault(text.image, []).append(text.text)
    return texts_of
