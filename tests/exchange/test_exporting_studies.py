"""What an export of a project that judges given texts has in it."""

import json
from io import BytesIO
from operator import itemgetter
from zipfile import ZipFile

import pytest

from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.writing import write
from annotate.projects.models import Project
from annotate.workflow.services import leases
from tests.conftest import Cast
from tests.exchange.files import Silent
from tests.exchange.test_what_is_exported import exported
from tests.workflow.acts import work
from tests.workflow.studies import add_pairs, judged, use_study

pytestmark = pytest.mark.django_db
# Of what is asked in a study only logs of all rounds know; the other formats are of other kinds.
LOG = "iiw-jsonl"
LOGS = {LOG, "csv", "parquet"}


@pytest.fixture
def study(project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch) -> Project:
    # Both see the item as it is stored, so that what they say is what is exported.
    monkeypatch.setattr(leases, "draw_arrangement", lambda task, stage: [0, 1])
    use_study(project, raters=2)
    add_pairs(project, 1)
    work(project, people.ada, judged(-2, why="It lies."), "rating")
    work(project, people.ben, judged(1, why="It is short."), "rating")
    return project


def test_the_log_of_rounds_has_the_texts_and_every_judgement(study: Project) -> None:
    data, written = exported(study, LOG)
    [line] = data.splitlines()
    judgements = [each for each in json.loads(line)["rounds"] if each["kind"] != "texts.v1"]
    assert written.samples == 1
    # Who draws which of the two places is up to the project's seed.
    good = sorted(
        (each["answer"]["scores"]["good"] for each in judgements), key=itemgetter("score")
    )
    assert good == [
        {"score": -2, "justification": "It lies."},
        {"score": 1, "justification": "It is short."},
    ]
    assert "Left text 0." in line


def words_of(data: bytes, suffix: str) -> str:
    """Return all text in a file, also in the parts of an archive."""
    if suffix != ".zip":
        return data.decode()
    with ZipFile(BytesIO(data)) as archive:
        return "".join(archive.read(name).decode() for name in archive.namelist())


@pytest.mark.parametrize("name", sorted(set(FORMATS) - LOGS))
def test_other_formats_are_written_and_claim_nothing(study: Project, name: str) -> None:
    """No judgement becomes a caption, no shown text the description of an image."""
    out = BytesIO()
    written = write(out, project=study, format_=FORMATS[name], watcher=Silent())
    assert written.size_bytes == len(out.getvalue())
    words = words_of(out.getvalue(), FORMATS[name].suffix)
    assert not any(said in words for said in ("It lies.", "It is short.", "text 0."))
