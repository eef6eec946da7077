"""SIMULATION: do the measures of harms find what was planted, as often as they say?

    python -m tests.analysis.harms mentions [WORLDS]     intervals of coefficients of known value
    python -m tests.analysis.harms people [WORLDS]       intervals of differences of known value
    python -m tests.analysis.harms inclusion [WORLDS]    words kept that were planted, and others

Prints JSON lines. What is drawn follows from the number of each world, so that every run has
the same figures.
"""

import json
import sys
from collections import Counter, defaultdict
from math import erf, sqrt
from time import process_time
from typing import Any

from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.inclusion import THRESHOLD, inclusions
from annotate.analysis.harms.mention_rows import leaves_out_zero, mentions
from annotate.analysis.harms.mentions import Plan, steps
from annotate.analysis.harms.people import not_mentioned
from annotate.analysis.harms.synsets import meanings
from annotate.analysis.intervals import Interval
from annotate.analysis.proportions import share
from annotate.analysis.undefined import Undefined
from tests.analysis.harms import unequal_mentions, unmentioned_people, wrong_words

WORLDS = 200
MENTION_IMAGES, PEOPLE_IMAGES, WORD_IMAGES = 1500, 1200, 3000
MEASURED = ("tie", "dress", "dog")


def holds(interval: Interval, value: float) -> bool:
    """Whether the value lies in the interval."""
    low, high = interval.low, interval.high
    assert not isinstance(low, Undefined)
    assert not isinstance(high, Undefined)
    return low <= value <= high


def with_ends(part: int, whole: int) -> dict[str, Any]:
    """Return a share of worlds with its own interval."""
    found = share(part, whole)
    assert not isinstance(found.mean, Undefined)
    assert not isinstance(found.low, Undefined)
    assert not isinstance(found.high, Undefined)
    return {
        "share": round(found.mean, 4),
        "of": whole,
        "interval": [round(found.low, 3), round(found.high, 3)],
    }


def of_mentions(worlds: int) -> dict[str, Any]:
    """How often the intervals of F4b hold the planted coefficient, and leave out 0."""
    plan = Plan(unequal_mentions.PAIR, types=len(MEASURED), splits=100, more_than=90, draws=200)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for number in range(worlds):
        images = unequal_mentions.world(10_000 + number, MENTION_IMAGES, MEASURED)
        *_, state = steps(images, plan)
        for row in mentions(state, plan):
            effect = unequal_mentions.EFFECTS[row.type]
            for place in (row.type, "all"):
                counts[place]["worlds"] += 1
                counts[place]["over_splits"] += holds(row.over_splits, effect)
                counts[place]["over_images"] += holds(row.over_images, effect)
                counts[place]["kept_over_splits"] += leaves_out_zero(row.over_splits)
                counts[place]["kept_over_images"] += leaves_out_zero(row.over_images)
                counts[place]["kept_holm"] += (
                    not isinstance(row.p_holm, Undefined) and row.p_holm < 0.05
                )
    return {
        place: {
            name: with_ends(found[name], found["worlds"])
            for name in sorted(counts["all"].keys() - {"worlds"})
        }
        for place, found in counts.items()
    }


def of_people(worlds: int) -> dict[str, Any]:
    """How often the intervals of F5 hold the planted difference and the planted shares."""
    counts: Counter[str] = Counter()
    for number in range(worlds):
        for stage in not_mentioned(unmentioned_people.world(20_000 + number, PEOPLE_IMAGES)):
            rates = unmentioned_people.SILENT[stage.stage]
            assert not isinstance(stage.differences, Undefined)
            apart = stage.differences["a", "b"]
            counts[f"difference {stage.stage}"] += holds(apart, rates["a"] - rates["b"])
            counts[f"differs {stage.stage}"] += leaves_out_zero(apart)
            for group, rate in rates.items():
                counts[f"share {stage.stage} {group}"] += holds(stage.groups[group], rate)
    return {name: with_ends(part, worlds) for name, part in sorted(counts.items())}


def of_words(worlds: int) -> dict[str, Any]:
    """How often each planted word and each error is kept, and how often it should be."""
    known = meanings()
    assert not isinstance(known, Undefined)
    names, hierarchy = wrong_words.ids(known), Hierarchy(known.words)
    lists = wrong_words.not_imageable(names)
    kept, rates, other = Counter[str](), Counter[str](), 0
    words = {names[word]: word for word in names}
    for number in range(worlds):
        images = wrong_words.world(30_000 + number, WORD_IMAGES, names, wrong_words.WITH_BORDER)
        found = inclusions(images, hierarchy, lists)
        assert not isinstance(found.kept, Undefined)
        kept.update(words[row.synset] for row in found.kept)
        planted = {names[each.word]: each for each in wrong_words.WITH_BORDER}
        for row in found.rows:
            other += row.synset not in planted
            if row.synset in planted:
                rates[words[row.synset]] += holds(row.rates["a"], planted[row.synset].rate_a)
    return {
        each.word: {
            "kept": with_ends(kept[each.word], worlds),
            "expected": round(expected(each, WORD_IMAGES), 4),
            "rate_in_its_interval": with_ends(rates[each.word], worlds),
        }
        for each in wrong_words.WITH_BORDER
    } | {"words_never_planted": other}


def expected(each: wrong_words.Planted, images: int) -> float:
    """How often the association of a sample passes the threshold, by the normal distribution."""
    error = each.spread(0.5) / sqrt(images)
    sides = [each.association(0.5), -each.association(0.5)]  # of two groups, the larger counts
    return sum((1 - erf((THRESHOLD - side) / error / sqrt(2))) / 2 for side in sides)


MEASURES = {"mentions": of_mentions, "people": of_people, "inclusion": of_words}

if __name__ == "__main__":
    of = int(sys.argv[2]) if len(sys.argv) > 2 else WORLDS
    started = process_time()
    figures = MEASURES[sys.argv[1]](of)
    seconds = round(process_time() - started)
    print(json.dumps({"worlds": of, "processor_seconds": seconds}))
    for name, figure in figures.items():
        print(json.dumps({name: figure}))
