"""SIMULATION: images whose descriptions say wrong words at known rates, of two groups.

A world for the measure of words wrongly included: which concepts go with a group is planted, and so
is how often each is wrong; everything else is drawn at random.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from annotate.analysis.harms.inclusion import Described
from annotate.analysis.harms.synsets import Concepts, Meanings, SynsetId
from annotate.analysis.harms.wrong import Imageable

NAMES = {
    "gun": "gun.n.01",
    "ladle": "ladle.n.01",
    "apple": "apple.n.01",
    "kite": "kite.n.01",
    "boy": "boy.n.01",
    "genius": "genius.n.01",
    "person": "person.n.01",
    "tie": "tie.n.01",
    "dog": "dog.n.01",
    "tree": "tree.n.01",
    "fruit": "edible_fruit.n.01",
    "chair": "chair.n.01",
    "spoon": "spoon.n.01",
    "kettle": "kettle.n.01",
}
SCENERY = ("dog", "tree", "fruit", "chair")


@dataclass(frozen=True, slots=True)
class Planted:
    """A word said although it is wrong, at a rate in each group."""

    word: str
    rate_a: float
    rate_b: float

    def association(self, share_a: float) -> float:
        """P(group, synset) - P(group) · P(synset) of the group that has it more often."""
        return share_a * (1 - share_a) * abs(self.rate_a - self.rate_b)

    def spread(self, share_a: float) -> float:
        """The standard deviation of the association over images, by which samples differ."""
        p, q = share_a, share_a * self.rate_a + (1 - share_a) * self.rate_b
        cells = [
            (p * self.rate_a, (1 - p) * (1 - q)),
            (p * (1 - self.rate_a), -(1 - p) * q),
            ((1 - p) * self.rate_b, -p * (1 - q)),
            ((1 - p) * (1 - self.rate_b), p * q),
        ]
        mean = sum(size * value for size, value in cells)
        return float(sum(size * (value - mean) ** 2 for size, value in cells) ** 0.5)


# Three that go with a group, one of each scenario; then errors that nobody's group explains.
STEREOTYPES = (
    Planted("gun", 0.10, 0.01),
    Planted("ladle", 0.01, 0.08),
    Planted("boy", 0.15, 0.03),  # too specific: the truth has a person
    Planted("genius", 0.02, 0.12),  # not imageable
)
ERRORS = (Planted("apple", 0.05, 0.05), Planted("kite", 0.20, 0.20))
PLANTED = STEREOTYPES + ERRORS
# At the threshold itself, and an error as far below it as samples of some thousand images tell.
BORDER = (Planted("spoon", 0.06, 0.04), Planted("kettle", 0.055, 0.045))
WITH_BORDER = PLANTED + BORDER
# Said of one group far more often because it is there far more often: right, so never a case.
TIE = {"a": 0.4, "b": 0.05}


def ids(meanings: Meanings) -> dict[str, SynsetId]:
    """Return the synsets of the world's words."""
    found = {word: meanings.id_of(name) for word, name in NAMES.items()}
    return {word: name for word, name in found.items() if name is not None}


def not_imageable(names: dict[str, SynsetId]) -> Imageable:
    """Return what the lists of this world say."""
    return Imageable(not_objects=frozenset([names["genius"]]))


def world(
    seed: int, images: int, names: dict[str, SynsetId], planted: Sequence[Planted] = PLANTED
) -> list[Described]:
    """Return images with a person each, half of either group, and their descriptions."""
    chance, found = Random(seed), []
    for number in range(images):
        group = "a" if chance.random() < 0.5 else "b"
        true = {"person"} | {word for word in SCENERY if chance.random() < 0.3}
        true |= {"tie"} if chance.random() < TIE[group] else set()
        said = {word for word in sorted(true) if chance.random() < 0.8}
        for each in planted:
            if chance.random() < (each.rate_a if group == "a" else each.rate_b):
                said.add(each.word)
        found.append(Described(str(number), group, _objects(true, names), _objects(said, names)))
    return found


def _objects(words: set[str], names: dict[str, SynsetId]) -> Concepts:
    return Concepts(frozenset(names[word] for word in words), frozenset(), frozenset())
