"""Raw results of a crowd become finished work of people who have no password."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db.models import Sum

from annotate.core import errors
from annotate.exchange.answers import FORMATS, running
from annotate.exchange.imports.ledger import Ledger
from annotate.exchange.models import Import, ImportedAnswer
from annotate.people.models import PlatformRecord, User
from annotate.projects.models import Membership, Project
from annotate.workflow.models import Annotation, Assignment, DailyStats, Hit, Sample
from tests.conftest import Cast
from tests.exchange.captions import picture
from tests.exchange.files import Silent
from tests.exchange.results import (
    END,
    REAL,
    bring_in,
    counts,
    line,
    problems,
    table,
    vizwiz_project,
    with_the_real_images,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def real(people: Cast) -> Project:
    return with_the_real_images(vizwiz_project(people))


@pytest.fixture
def small(people: Cast) -> Project:
    """A project with two images, a.jpg and b.jpg."""
    project = vizwiz_project(people)
    for name in ("a.jpg", "b.jpg"):
        picture(project, name)
    return project


def worker(name: str) -> User:
    return PlatformRecord.objects.get(external_id=name).user


def nothing_came_in() -> bool:
    """Whether the project is as it was before."""
    return not (
        Annotation.objects.exists()
        or Hit.objects.exists()
        or PlatformRecord.objects.exists()
        or ImportedAnswer.objects.exists()
        or Sample.objects.exclude(state=Sample.State.WAITING).exists()
    )


def test_fifty_real_captions_are_finished_work_of_ten_workers(real: Project) -> None:
    import_ = bring_in(real, REAL)
    assert counts(import_) == (10, 0, 0), problems(import_)
    assert Hit.objects.filter(state=Hit.State.SUBMITTED).count() == 10
    assert Assignment.objects.filter(state=Assignment.State.SUBMITTED).count() == 50
    assert Annotation.objects.filter(origin="person", purpose="work").count() == 50
    assert set(Sample.objects.values_list("state", flat=True)) == {"done"}
    assert Membership.objects.filter(project=real, role="annotator").count() == 10
    assert DailyStats.objects.aggregate(sum=Sum("submissions"))["sum"] == 50


def test_workers_have_accounts_of_this_project_that_nobody_can_sign_in_to(real: Project) -> None:
    bring_in(real, REAL)
    user = worker("workerid_xxxxx_WS")
    assert not user.has_usable_password()
    assert "xxxxx" not in user.username + user.display_name
    assert user.platform_record.platform == f"mturk:{real.pk}"


def test_an_answer_keeps_its_text_marks_issues_and_times(real: Project) -> None:
    bring_in(real, REAL)
    mine = Assignment.objects.filter(annotator=worker("workerid_xxxxx_9V"))
    first = mine.select_related("answer", "hit", "sample__image").order_by("position")[0]
    assert first.answer is not None
    assert first.hit is not None
    assert first.sample.image.name == "VizWiz_v2_000000036268.jpg"
    assert first.answer.value == {
        "text": "Quality issues are too severe to recognize visual content.",
        "canned": True,
        "text_detected": False,
        "quality_issues": ["dark"],
        "quality_other": "",
    }
    second = mine.get(position=2).answer
    assert second is not None
    assert second.value["quality_issues"] == ["blur", "framing"]
    assert (second.value["canned"], second.value["text_detected"]) == (False, True)
    assert first.active_seconds == pytest.approx(11.275)
    assert first.hit.started_at == datetime(2019, 4, 20, 21, 20, 50, tzinfo=UTC)
    assert first.hit.ended_at == datetime(2019, 4, 20, 21, 22, 31, tzinfo=UTC)
    detail = ImportedAnswer.objects.get(annotation=first.answer).detail
    assert (detail["final_angle"], detail["final_zoom"]) == (0.0, 72.6563)
    assert (detail["hit"], detail["position"]) == ("3SBNLSTU6UOC9MHXS879NZ40OV4ZD4", 1)


def test_the_same_file_again_adds_nothing(real: Project) -> None:
    bring_in(real, REAL)
    again = bring_in(real, REAL)
    assert counts(again) == (0, 10, 0)
    assert Annotation.objects.count() == 50
    assert PlatformRecord.objects.count() == 10


def test_a_dry_run_says_what_would_happen_and_leaves_nothing(real: Project) -> None:
    import_ = bring_in(real, REAL, dry_run=True)
    assert counts(import_) == (10, 0, 0)
    assert nothing_came_in()
    assert counts(bring_in(real, REAL)) == (10, 0, 0)


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"Answer.IMG": "a.jpg|lost.jpg"}, "answers[1].image", "unknown_image"),
        ({"Answer.IMG_CAPTION": f"only one{END}"}, "Answer.IMG_CAPTION", "unreadable"),
        ({"Answer.IMG_CAPTION": "no end|no end"}, "Answer.IMG_CAPTION", "unreadable"),
        ({"Answer.TEXT_DETECT": f"N{END}|?{END}"}, "Answer.TEXT_DETECT", "unreadable"),
        ({"Answer.Q_ISSUE": f"NONE{END}|XXX{END}"}, "Answer.Q_ISSUE", "unreadable"),
        ({"Answer.FINAL_ZOOM": "1|much"}, "Answer.FINAL_ZOOM", "unreadable"),
        ({"assignmentsubmittime": "yesterday"}, "assignmentsubmittime", "unreadable"),
        ({"assignmentsubmittime": "Fri Apr 19 16:25:00 CDT 2019"}, "times", "no_times"),
        ({"workerid": ""}, "workerid", "unreadable"),
        (
            {"Answer.IMG_CAPTION": f"{'x' * 2001}{END}|short{END}"},
            "answers[0].text",
            "too_long",
        ),
        ({"Answer.IMG": "a.jpg|a.jpg"}, "", "worked_before"),
        ({"workerid": "W" * 201}, "", "unusable_name"),
        ({"hitid": "H" * 500}, "", "unusable_name"),
        ({"hitid": "H\x00"}, "", "unusable_name"),
    ],
)
def test_a_row_with_a_mistake_is_named_and_nothing_of_it_comes_in(
    small: Project, tmp_path: Path, change: dict[str, str], field: str, code: str
) -> None:
    path = table(tmp_path / "r.tsv", line("W1", ["a.jpg", "b.jpg"], **change))
    import_ = bring_in(small, path)
    assert counts(import_) == (0, 0, 1)
    assert [(row, where) for row, where, _ in problems(import_)] == [(1, field)]
    assert problems(import_)[0][2] == code
    problem = import_.problems.get()
    assert problem.message
    assert problem.remedy
    assert nothing_came_in()


@pytest.mark.parametrize("zoom", ["nan", "inf", "", "1e999"])
def test_a_zoom_that_is_no_number_is_no_obstacle(small: Project, tmp_path: Path, zoom: str) -> None:
    path = table(tmp_path / "r.tsv", line("W1", ["a.jpg"], **{"Answer.FINAL_ZOOM": zoom}))
    assert counts(bring_in(small, path)) == (1, 0, 0)
    assert ImportedAnswer.objects.get().detail["final_zoom"] is None


def test_text_that_no_database_holds_is_left_out_of_a_caption(
    small: Project, tmp_path: Path
) -> None:
    cells = {"Answer.IMG_CAPTION": f"A %00caption{END}", "Answer.Q_ISSUE_OTH": f"%00{END}"}
    bring_in(small, table(tmp_path / "r.tsv", line("W1", ["a.jpg"], **cells)))
    assert Annotation.objects.get().value["text"] == "A caption"


def test_rows_around_a_bad_one_come_in_and_the_corrected_file_adds_the_rest(
    small: Project, tmp_path: Path
) -> None:
    rows = [line(name, ["a.jpg", "b.jpg"]) for name in ("W1", "W2", "W3")]
    bad = rows[1] | {"Answer.IMG": "a.jpg|lost.jpg"}
    first = bring_in(small, table(tmp_path / "r.tsv", rows[0], bad, rows[2]))
    assert (counts(first), problems(first)[0][0]) == ((2, 0, 1), 2)
    second = bring_in(small, table(tmp_path / "r.tsv", *rows))
    assert counts(second) == (1, 2, 0)
    assert Annotation.objects.count() == 6


def test_more_answers_than_a_sample_wants_are_refused(small: Project, tmp_path: Path) -> None:
    rows = [line(f"W{number}", ["a.jpg"]) for number in range(6)]
    import_ = bring_in(small, table(tmp_path / "r.tsv", *rows))
    assert (counts(import_), problems(import_)) == ((5, 0, 1), [(6, "", "nothing_open")])


def test_a_row_of_which_a_part_is_in_is_refused(small: Project, tmp_path: Path) -> None:
    bring_in(small, table(tmp_path / "r.tsv", line("W1", ["a.jpg"])))
    longer = table(tmp_path / "r.tsv", line("W1", ["a.jpg", "b.jpg"]))
    assert problems(bring_in(small, longer)) == [(1, "", "partly_there")]


def test_quoted_tables_and_images_in_folders_are_read_as_well(people: Cast, tmp_path: Path) -> None:
    project = vizwiz_project(people)
    picture(project, "photos/a.jpg")
    row = line("W1", ["a.jpg"], **{"Answer.IMG_CAPTION": f"A caption\nof two lines{END}"})
    import_ = bring_in(project, table(tmp_path / "r.tsv", row, line("W2", ["a.jpg"]), quoted=True))
    assert counts(import_) == (2, 0, 0), problems(import_)
    assert Annotation.objects.order_by("pk")[0].value["text"] == "A caption of two lines"


def test_a_name_that_two_images_have_means_neither(people: Cast, tmp_path: Path) -> None:
    project = vizwiz_project(people)
    for folder in ("one", "two"):
        picture(project, f"{folder}/a.jpg")
    import_ = bring_in(project, table(tmp_path / "r.tsv", line("W1", ["a.jpg"])))
    assert problems(import_) == [(1, "answers[0].image", "ambiguous_image")]


@pytest.mark.parametrize("content", [b"", b"a\tb\n1\t2\n", b"\xff\xfe\x00", b'{"images": []}'])
def test_a_file_that_is_no_such_table_is_refused_as_a_whole(
    small: Project, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "r.tsv"
    path.write_bytes(content)
    with pytest.raises(errors.Invalid):
        bring_in(small, path)
    assert not Import.objects.exists()


class Killed(BaseException):
    """The process ends here: nothing in the code may catch it."""


def test_a_killed_import_goes_on_where_it_stopped(
    small: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CHUNK", 2)
    path = table(tmp_path / "r.tsv", *(line(f"W{n}", ["a.jpg", "b.jpg"]) for n in range(5)))
    genuine: Callable[..., None] = Ledger.note
    chunks = iter([True, False])

    def note(self: Ledger, **more: int) -> None:
        if not next(chunks):
            raise Killed
        genuine(self, **more)

    monkeypatch.setattr(Ledger, "note", note)
    with pytest.raises(Killed):
        bring_in(small, path)
    assert (Import.objects.get().position, Annotation.objects.count()) == (2, 4)
    monkeypatch.setattr(Ledger, "note", genuine)
    import_ = Import.objects.get()

    running.run(import_, FORMATS["mturk-results"].read(path), Silent())
    assert counts(import_) == (5, 0, 0)
    assert Annotation.objects.count() == 10


def test_a_project_without_captions_takes_none(project: Project) -> None:
    with pytest.raises(errors.Invalid) as refused:
        bring_in(project, REAL)
    assert refused.value.fields[0].code == "no_stage"
