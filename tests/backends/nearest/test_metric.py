"""Which neighbours are near: weights that are learned, labels that win, texts that are typical."""

import numpy as np
import pytest

from annotate.backends.nearest import metric
from annotate.backends.nearest.features import BLOCKS, LENGTH
from annotate.backends.nearest.index import Items, Searched
from annotate.backends.nearest.metric import consensus, vote

EVEN = dict.fromkeys(BLOCKS, 1.0)


def items(count: int, seed: int = 0) -> Items:
    vectors = np.random.default_rng(seed).random((count, LENGTH), dtype=np.float32)
    return Items(vectors, np.arange(count), [str(n) for n in range(count)], [""] * count)


def test_the_blocks_lie_side_by_side() -> None:
    assert sum(block.stop - block.start for block in BLOCKS.values()) == LENGTH
    assert [block.start for block in BLOCKS.values()][1:] == [
        block.stop for block in BLOCKS.values()
    ][:-1]


def test_nearest_are_those_of_a_plain_search() -> None:
    known, asked = items(200), items(5, seed=1).vectors
    weights = EVEN | {"colour": 3.0, "place": 0.0}
    searched = Searched(known, weights)
    for vector in asked:
        expected = sorted(
            range(200),
            key=lambda n: sum(
                weights[name] * float(((known.vectors[n, block] - vector[block]) ** 2).sum())
                for name, block in BLOCKS.items()
            ),
        )[:7]
        assert [each.place for each in searched.nearest(vector, most=7)] == expected


def test_a_thing_is_nearest_to_itself() -> None:
    known = items(50)
    (near,) = Searched(known, EVEN).nearest(known.vectors[17], most=1)
    assert near.place == 17
    assert near.distance == pytest.approx(0, abs=0.01)


def test_only_those_asked_for_are_searched() -> None:
    among = np.zeros(50, dtype=bool)
    among[[3, 9]] = True
    found = Searched(items(50), EVEN).nearest(items(1, seed=5).vectors[0], most=5, among=among)
    assert {each.place for each in found} == {3, 9}


def test_what_tells_labels_apart_is_what_counts() -> None:
    """Everything is noise but the colour: it alone says which label an item has."""
    known = items(60)
    labels = ["a" if n % 2 else "b" for n in range(60)]
    known.vectors[:, BLOCKS["colour"]] = [[n % 2] for n in range(60)]
    known.vectors[:, BLOCKS["colour"]] += known.vectors[:, BLOCKS["shape"]][:, :196] * 0.9
    weights = metric.learned(known.vectors, known.samples, metric.same_labels(labels))
    spread = metric.spreads(known.vectors)
    relative = {name: weights[name] * spread[name] for name in BLOCKS}
    assert max(relative, key=lambda name: relative[name]) == "colour"


def test_items_of_one_sample_never_answer_for_each_other() -> None:
    """All pairs are twins in one picture: nothing can be said of any, so nothing is learned."""
    known = items(2)
    same = np.zeros(2, dtype=np.int64)
    weights = metric.learned(known.vectors, same, metric.same_labels(["a", "a"]))
    spread = metric.spreads(known.vectors)
    assert [round(weights[name] * spread[name], 6) for name in BLOCKS] == [1.0] * len(BLOCKS)


def test_the_nearest_neighbours_count_most() -> None:
    """1 + 1/4 + 1/5 = 1.45 of 2.2833 against 1/2 + 1/3 = 0.8333."""
    assert vote(["cup", "dog", "dog", "Cup", "cup"]) == ("cup", 0.635)
    # 1 against 1/2 + 1/3 + 1/4 = 1.0833.
    assert vote(["cup", "dog", "dog", "dog"]).label == "dog"


def test_a_text_that_others_agree_with_wins_over_the_nearest() -> None:
    """The nearest has no word in common: 1. The second shares 3 of 4 words with each after it, a
    likeness of 2·3 / 8: 1/2 + 0.75 · (1/3 + 1/4 + 1/5) = 1.0875."""
    texts = ["Somebody's birthday in Paris", *(f"red kite above {x}" for x in ("lake", "sea"))]
    texts += ["red kite above fields", "red kite above hills"]
    assert consensus(texts) == 1
    assert consensus(["Only one."]) == 0
    # Nothing in common: the nearest.
    assert consensus(["one", "two", "three"]) == 0
