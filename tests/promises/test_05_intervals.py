"""Figures of texts have n and an interval, and sources are compared image by image."""

import numpy as np
import pytest
from rest_framework.test import APIClient

from annotate.analysis.source_intervals import figure_intervals, paired_differences
from annotate.analysis.text_reports import Measured, Text, description, reading
from annotate.core.documents import Table
from annotate.evaluation.selectors.printed import texts_section
from annotate.projects.hooks import ReportOptions
from annotate.projects.models import Project
from tests.evaluation.text_report_acts import measured, rows_of, upload
from tests.evaluation.text_report_scene import base, lead, storage

__all__ = ["base", "lead", "storage"]
SENTENCE = (
    "one red kite flies over the enormous elephant near two tall trees and another small green car"
)
WORDS = SENTENCE.split()


def texts_of(lengths: list[int]) -> list[Text]:
    return [
        Text(f"image {place}", f"{' '.join(WORDS[:length])}.")
        for place, length in enumerate(lengths)
    ]


LENGTHS = [int(length) for length in np.random.default_rng(2).integers(4, 16, 60)]
OWN = [0.1, 0.2, 0.3, 0.2]


def test_the_interval_is_that_of_drawn_images() -> None:
    texts = texts_of(LENGTHS)
    found = figure_intervals(description(texts), [text.image for text in texts], seed=1)["tokens"]
    tokens = np.array(LENGTHS) + 1  # the full stop is a token
    means = np.random.default_rng(9).choice(tokens, (20_000, 60)).mean(axis=1)
    assert (found.mean, found.n) == (tokens.mean(), 60)
    assert [found.low, found.high] == pytest.approx(np.quantile(means, (0.025, 0.975)), abs=0.1)


def test_readability_has_an_interval_around_its_figure() -> None:
    texts = texts_of(LENGTHS)
    read = reading(texts)
    found = figure_intervals(read, [text.image for text in texts], seed=1)
    for name in ("ari", "flesch_kincaid_038", "fog_of_common_words", "smog"):
        assert found[name].mean == read.figures[name]
        assert found[name].low < found[name].mean < found[name].high  # type: ignore[operator]


def test_sources_are_compared_on_the_same_images() -> None:
    """Lengths of images differ by far more than the sources do: only pairs can tell them apart."""
    one, other = texts_of(LENGTHS), texts_of([length + 1 for length in LENGTHS])
    images = [text.image for text in one]
    apart = paired_differences((description(one), images), (description(other), images), seed=1)
    assert apart["tokens"].mean == pytest.approx(1)
    assert (apart["tokens"].low, apart["tokens"].high) == pytest.approx((1, 1))
    alone = figure_intervals(description(one), images, seed=1)["tokens"]
    assert alone.high - alone.low > 1  # type: ignore[operator]
    assert (
        paired_differences((description(one), images), (description(other), [""] * 60), seed=1)
        == {}
    )


@pytest.mark.django_db
@pytest.mark.usefixtures("storage")
def test_a_report_shows_them(lead: APIClient, base: str) -> None:
    sources = [
        upload(lead, base, name, [{"image_id": text.image, "caption": text.text} for text in texts])
        for name, texts in (("Short", texts_of(LENGTHS)), ("Long", texts_of([15] * 60)))
    ]
    report = measured(lead, base, *sources, measures=["describe"])
    first = rows_of(report, "describe")[0]
    assert first["intervals"]["tokens"]["n"] == 60
    assert first["intervals"]["tokens"]["low"] < first["figures"]["tokens"]
    [table] = [table for table in report["results"]["tables"] if table["key"] == "describe"]
    [apart] = table["differences"]
    assert (apart["first"], apart["second"]) == ("File: Short", "File: Long")
    assert 0 < apart["figures"]["tokens"]["low"] < apart["figures"]["tokens"]["high"]


@pytest.mark.django_db
@pytest.mark.usefixtures("storage")
def test_its_tables_for_latex_and_on_paper_have_them_too(
    lead: APIClient, base: str, project: Project
) -> None:
    rows = [{"image_id": text.image, "caption": text.text} for text in texts_of(LENGTHS)]
    report = measured(lead, base, upload(lead, base, "Short", rows), measures=["describe"])
    [row] = rows_of(report, "describe")
    low, high = (f"{row['intervals']['tokens'][end]:.2f}" for end in ("low", "high"))
    tex = lead.get(f"{base}/text-reports/{report['id']}/table.tex", {"table": "describe"})
    figures, ends = tex.content.decode().split("\\midrule\n")[1].splitlines()[:2]
    assert figures.startswith(f"File: Short & 60 & {row['figures']['tokens']:.2f} & ")
    assert ends.startswith(rf" &  & \footnotesize [{low}, {high}] & ")
    assert r"intervals of 95\%" in tex.content.decode()
    printed = texts_section(project, ReportOptions())
    assert printed is not None
    table, *_ = (block for block in printed.blocks if isinstance(block, Table))
    assert [line[:3] for line in table.rows] == [
        ["File: Short", 60, round(row["figures"]["tokens"], 2)],
        ["", "", f"[{low}, {high}]"],
    ]
    assert "2,000 draws" in table.note


def test_a_score_of_all_texts_together_has_no_interval_of_the_mean_of_their_own() -> None:
    """METEOR of many texts is no mean of theirs: such an interval need not even hold the figure."""
    texts = Measured(figures={"meteor": 0.4, "cider": 0.2}, columns={"meteor": OWN, "cider": OWN})
    images = [str(at) for at in range(len(OWN))]
    assert set(figure_intervals(texts, images, seed=1)) == {"cider"}
    better = Measured(figures={"meteor": 0.5}, columns={"meteor": [own + 0.1 for own in OWN]})
    apart = paired_differences((texts, images), (better, images), seed=1)["meteor"]
    assert (apart.mean, apart.low, apart.high) == pytest.approx((0.1, 0.1, 0.1))
