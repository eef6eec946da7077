"""A run of `make bench` says what is different from the figures that were kept."""

from pathlib import Path

from tests.load import kept

RESULT = {
    "comparison": {"ratio_8": 0.31, "cpu_ratio_8": 3.5, "growth": None, "sql_32": 1900},
    "runs": [
        {
            "what": "product",
            "open_tasks": 1000,
            "annotators": 8,
            "submissions_per_second": 99.0,
            "processor_ms": {"web": 7.0, "worker": 2.5},
        }
    ],
    "exchange": [
        {"database": "postgresql", "import": {"per_second": 6000, "µs_client": 80}},
        {"database": "postgresql", "export": {"format": "coco", "µs_client": 15}},
        {"database": "postgresql", "opening": {"µs_client": 120, "statements": 198}},
    ],
    "rest": {"web": {"mib": 120, "core_percent": 0.1}},
}


def test_what_depends_on_the_machine_alone_is_not_kept() -> None:
    assert kept.figures(RESULT) == {
        "comparison.ratio_8": 0.31,
        "comparison.cpu_ratio_8": 3.5,
        "product.1000.8.web_ms": 7.0,
        "product.1000.8.worker_ms": 2.5,
        "import.µs_client": 80,
        "export.coco.µs_client": 15,
        "opening.µs_client": 120,
        "opening.statements": 198,
        "rest.web.mib": 120,
    }


def test_a_change_of_up_to_fifteen_per_cent_is_not_told() -> None:
    assert kept.changes({"a": 100, "b": 100}, {"a": 115, "b": 85}) == []
    assert kept.changes({"a": 100, "b": 100}, {"a": 116, "b": 84}) == [
        "a: 100 -> 116 (+16%)",
        "b: 100 -> 84 (-16%)",
    ]


def test_what_is_new_or_missing_is_told() -> None:
    assert kept.changes({"gone": 1}, {"new": 2}) == ["gone: 1 -> missing", "new: 2 (new)"]


def test_parts_that_did_not_run_are_not_missing() -> None:
    assert kept.changes({"gone": 1, "a": 1}, {"a": 2}, whole=False) == ["a: 1 -> 2 (+100%)"]


def test_a_figure_that_was_nothing_has_no_share() -> None:
    assert kept.changes({"a": 0}, {"a": 1}) == ["a: 0 -> 1"]
    assert kept.changes({"a": 0}, {"a": 0}) == []


def test_keeping_a_part_leaves_the_figures_of_others(tmp_path: Path) -> None:
    path = tmp_path / "last.json"
    assert kept.read(path) == {}
    kept.keep({"a": 1.0, "b": 2.0}, path)
    kept.keep({"b": 3.0}, path)
    assert kept.read(path) == {"a": 1.0, "b": 3.0}
