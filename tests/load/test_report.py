"""The bench holds the product against the floor run by run."""

from types import SimpleNamespace
from typing import Any

from tests.load import kept, report


def run(what: str, speed: float, milliseconds: float) -> Any:
    return SimpleNamespace(
        what=what, annotators=8, submissions_per_second=speed, whole_ms=milliseconds
    )


def test_each_run_is_held_against_the_one_beside_it_and_the_middle_counts() -> None:
    """Catches the ratio of two averages: a machine that is slow for a minute would tell in it."""
    runs = [
        *(run("product", 100, 14.0), run("minimal", 200, 7.0)),
        *(run("product", 50, 28.0), run("minimal", 100, 14.0)),  # a slow minute for both
        *(run("product", 90, 15.0), run("minimal", 300, 5.0)),
    ]
    assert report.compared(runs) == {"ratio_8": 0.5, "cpu_ratio_8": 2.0}


def test_the_flow_of_a_browser_is_held_against_the_run_before_it() -> None:
    runs = [
        *(run("two steps", 100, 14.0), run("browser", 70, 20.0)),
        *(run("two steps", 50, 28.0), run("browser", 40, 40.0)),
        *(run("two steps", 90, 15.0), run("browser", 45, 20.0)),
    ]
    assert report.share_of_flow(runs) == 0.7
    assert report.processor_share_of_flow(runs) == 0.7


def test_of_several_runs_the_middle_is_kept() -> None:
    place = {"what": "product", "open_tasks": 1000, "annotators": 8}
    runs = [{**place, "processor_ms": {"web": web}} for web in (7.0, 9.0, 7.5)]
    assert kept.figures({"runs": runs}) == {"product.1000.8.web_ms": 7.5}
