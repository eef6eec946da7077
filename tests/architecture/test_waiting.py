"""Tests wait for what they expect, as long as it takes; none waits for a time and hopes."""

import ast

from tests.architecture.sources import files_under, name_of

SLEEPS = ("sleep", "wait_for_timeout")
# Who may let time pass, and what for.
REASONS = {
    "tests/analysis/captions/standin_spice.py": "stands in for a program that takes its time",
    "tests/backends/standin/api.py": "stands in for a server that takes its time",
    "tests/e2e/desk.py": "the page's events are heard in between, while something is awaited",
    "tests/e2e/test_by_touch.py": "fingers rest on the glass before they are lifted",
    "tests/e2e/test_gold_shares.py": "words of the page come late",
    "tests/faults/test_restarted_broker.py": "a broker is away for a while",
    "tests/learning/pupil.py": "stands in for a model that takes its time",
    "tests/race/test_kills.py": "kills come one after another, not all at once",
    "tests/race/test_pooler.py": "a connection is held while another one wants it",
    "tests/race/test_rolling_restart.py": "people work for a while between two restarts",
    "tests/waiting.py": "asks again and again, up to a bound",
}
# What is measured there is time.
MEASURED = ("tests/load/", "tests/campaign/")


def _sleeps(source: str) -> bool:
    calls = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return any(isinstance(call, ast.Attribute) and call.attr in SLEEPS for call in calls)


def test_only_who_has_a_reason_lets_time_pass() -> None:
    """Catches a test that is slow on every machine and fails on a busy one."""
    sleeping = {
        name_of(path)
        for path in files_under("tests", suffixes=(".py",))
        if not name_of(path).startswith(MEASURED) and _sleeps(path.read_text(encoding="utf-8"))
    }
    assert sorted(sleeping - REASONS.keys()) == []
    assert sorted(REASONS.keys() - sleeping) == [], "a reason for nothing"
