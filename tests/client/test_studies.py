"""Studies, against a real server."""

import pytest

from annotate_client import NotFound, Project


def test_a_study_is_made_read_closed_and_opened_again(finished: Project) -> None:
    final, seeds = finished.reports.sources()[:2]
    made = finished.studies.create("Which is better?", [final, seeds], open_to_others=True)
    assert (made.facts.ratings, made.facts.wanted > 0) == (0, True)
    assert made.results()["design"] == "side_by_side.v1"
    assert list(made.to_pandas().columns)
    assert made.close().facts.state == "closed"
    assert made.reopen().facts.state != "closed"
    assert finished.studies.named("Which is better?").facts.id == made.facts.id
    with pytest.raises(NotFound, match="called 'Nothing'"):
        finished.studies.named("Nothing")
