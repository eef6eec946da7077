"""Progress is a bar in a terminal, plain lines in a log, a drawing in a notebook."""

import hashlib
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from annotate_client import Client, DamagedDownload, JobFailed, WaitedTooLong
from annotate_client.downloads import download
from annotate_client.jobs import Job
from annotate_client.progress import Bar, Cell, Lines, progress_for
from annotate_client.shapes import read
from annotate_client.values import JobFacts
from annotate_client.waiting import note_of
from tests.client.conftest import Answers

Standin = Callable[[Answers], Client]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_one_line_that_is_written_over() -> None:
    terminal = Terminal()
    bar = progress_for("Seeding", terminal)
    assert isinstance(bar, Bar)
    bar.show(1, 4, "a long note")
    bar.show(4, 4)
    bar.close()
    written = terminal.getvalue()
    assert written.count("\n") == 1
    assert written.split("\r")[1].startswith("Seeding ██████░░")
    assert "4/4" in written
    # What was longer before is rubbed out.
    assert len(written.split("\r")[2].rstrip("\n")) >= len(written.split("\r")[1])


def test_a_log_gets_few_lines_and_no_control_characters() -> None:
    log = io.StringIO()
    lines = progress_for("Seeding", log)
    assert isinstance(lines, Lines)
    for done in range(1001):
        lines.show(done, 1000)
    lines.close()
    assert "\r" not in log.getvalue()
    assert log.getvalue().splitlines()[-1] == "Seeding: 1,000 of 1,000"
    assert len(log.getvalue().splitlines()) == 21


def test_a_notebook_gets_one_output_that_is_drawn_anew() -> None:
    shown: list[Any] = []

    class Handle:
        def update(self, bundle: Any, raw: bool) -> None:
            shown.append(bundle)

    def display(bundle: Any, raw: bool, display_id: bool) -> Handle:
        assert (shown, raw, display_id) == ([], True, True)
        shown.append(bundle)
        return Handle()

    cell = Cell("Seeding", display)
    cell.show(1, 2, "<slow>")
    cell.show(1, 2, "<slow>")
    cell.show(2, 2)
    assert [each["text/plain"] for each in shown] == [
        "Seeding: 1 of 2 · <slow>",
        "Seeding: 2 of 2",
    ]
    assert "&lt;slow&gt;" in shown[0]["text/html"]


def facts(state: str, **more: Any) -> dict[str, Any]:
    said = {"id": 1, "name": "export", "title": "Export", "state": state, "done": 0, "total": 2}
    return {**said, "note": None, "error": None, "waiting": None, **more}


def job_of(standin: Standin, *states: dict[str, Any]) -> Job:
    coming = iter(states)
    last = states[-1]
    client = standin(lambda request: httpx.Response(200, json=next(coming, last)))
    return Job(client.api, 7, read(JobFacts, facts("queued")))


def test_a_job_is_waited_for_ever_more_patiently(standin: Standin, pauses: list[float]) -> None:
    states = [facts("running")] * 30 + [facts("succeeded")]
    assert job_of(standin, *states).wait(progress=False).state == "succeeded"
    assert pauses == sorted(pauses)
    assert pauses[-1] == 5.0


def test_a_job_that_failed_says_why_and_what_to_do(standin: Standin) -> None:
    error = {"code": "gone", "message": "A file is gone.", "remedy": "Export again."}
    with pytest.raises(JobFailed, match=r"A file is gone\.\nWhat to do: Export again\."):
        job_of(standin, facts("failed", error=error)).wait(progress=False)


def test_waiting_ends_when_it_was_to_end(standin: Standin) -> None:
    with pytest.raises(WaitedTooLong, match="it goes on"):
        job_of(standin, facts("running")).wait(progress=False, timeout=0)


def test_whoever_waits_is_told_what_holds_the_work_up() -> None:
    overview = {
        "progress": {"waiting": 3, "waiting_for_batch": 0},
        "jobs": [],
        "blocked": {"samples_waiting_for_new_people": 2},
        "worker": {"needed": True, "alive": False},
    }
    assert note_of(overview) == (
        "3 wait for seeds: add_seeds(…) or open(); "
        "2 need somebody who has not seen them: people.invite(…); no worker runs on the server"
    )


CONTENT = b"0123456789" * 1000


def downloaded(standin: Standin, answers: Answers, to: Path, sha256: str) -> Path:
    api = standin(answers).api
    return download(api, "exportsFile", to, sha256=sha256, project_id=1, export_id=2)


def test_a_broken_download_begins_again(standin: Standin, tmp_path: Path) -> None:
    asked: list[int] = []

    class Breaks(httpx.SyncByteStream):
        def __iter__(self) -> Any:
            yield CONTENT[:5000]
            raise httpx.ReadError("cut off")

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(1)
        whole = len(asked) == 3
        return (
            httpx.Response(200, content=CONTENT) if whole else httpx.Response(200, stream=Breaks())
        )

    digest = hashlib.sha256(CONTENT).hexdigest()
    path = downloaded(standin, answer, tmp_path / "data.json", digest)
    assert path.read_bytes() == CONTENT
    assert [each.name for each in tmp_path.iterdir()] == ["data.json"]


def test_of_another_content_nothing_is_kept(standin: Standin, tmp_path: Path) -> None:
    old = tmp_path / "data.json"
    old.write_text("of yesterday")
    with pytest.raises(DamagedDownload, match="download it again"):
        downloaded(standin, lambda request: httpx.Response(200, content=CONTENT), old, "0" * 64)
    assert [each.name for each in tmp_path.iterdir()] == ["data.json"]
    assert old.read_text() == "of yesterday"
