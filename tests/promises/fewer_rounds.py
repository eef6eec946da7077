"""The proposal of fewer rounds for a stage, recounted from its answers."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from annotate.analysis.proportions import wilson
from tests.promises.figures import Answer
from tests.promises.pages import Page

WEEKS = timedelta(weeks=4)


def take_fewer_rounds(page: Page, done: Sequence[Answer], like: Mapping[int, float]) -> None:
    """Compare every figure of it.

    Args:
        done: the answers of the stage.
        like: how alike a round and the one before it are, by answer.
    """
    if not done:
        assert page.told["fewer"] is None
        return
    fewer, rounds = page.told["fewer"], page.told["rounds_allowed"]
    rule = page.told["rule"]
    page.take("fewer", "threshold", right=rule["threshold"])
    last = max(one.day for one in done)
    lately = [one for one in done if last - WEEKS < one.day <= last]
    compared = [one for one in lately if one.pk in like]
    enough = []
    assert [pair["second"] for pair in fewer["pairs"]] == sorted({one.index for one in compared})
    for place, pair in enumerate(fewer["pairs"]):
        path = ("fewer", "pairs", place)
        texts = [one for one in compared if one.index == pair["second"]]
        alike = sum(like[one.pk] >= rule["threshold"] for one in texts)
        low, high = wilson(alike, len(texts))
        page.take(*path, "first", right=pair["second"] - 1)
        page.take(*path, "second", right=texts[0].index)
        page.take(*path, "texts", right=len(texts))
        page.take(*path, "alike", right=alike)
        page.take(*path, "share", right=alike / len(texts))
        page.take(*path, "low", right=low)
        page.take(*path, "high", right=high)
        if len(texts) >= 30 and low > 0.5 and pair["second"] < rounds:
            enough.append(pair["second"])
    proposed = min(enough, default=None)
    page.take("fewer", "proposed", right=proposed)
    spared = [one for one in lately if one.index > (proposed or rounds)]
    page.take("fewer", "rounds_spared", right=len(spared))
    page.take("fewer", "seconds_spared", right=sum(one.seconds for one in spared))
