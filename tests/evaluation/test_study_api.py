"""Leads make, name, close and delete studies; who rates learns nothing of the sources."""

from typing import Any

import pytest

from annotate.evaluation.models import Study
from annotate.projects.models import Project
from annotate.workflow.models import Assignment, Sample
from tests.conftest import Cast, add_samples, client_of
from tests.evaluation.texts_scene import (
    fresh,
    make,
    prepared,
    run_jobs,
    source_of,
    text_file,
    two_files,
)
from tests.workflow.acts import claim, submit

pytestmark = pytest.mark.django_db
SCORED = {"score": 1, "justification": "More detail."}
METRICS = [{"key": "overall", "title": "Overall", "help": ""}]


def base(project: Project) -> str:
    return f"/api/v1/projects/{project.pk}/studies"


def ask(people: Cast, method: str, path: str, body: Any = None, status: int = 200) -> Any:
    answer = getattr(client_of(people.owner), method)(path, body, format="json")
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def rate(study: Study, user: Any) -> None:
    assert study.work is not None
    submit(claim(study.work, user), {"scores": {"overall": SCORED}})


def test_a_study_is_made_and_watched(people: Cast, project: Project) -> None:
    sources = two_files(project, 3)
    body = {
        "name": "Which reads better",
        "design": "side_by_side.v1",
        "sources": sources,
        "raters_per_item": 2,
        "metrics": METRICS,
        "raters": [people.ada.pk],
        "open_to_others": True,
        "seed": 11,
    }
    made = ask(people, "post", base(project), body, status=201)
    assert (made["state"], made["work"], made["items"]) == ("preparing", None, 0)
    assert made["job"]["name"] == "evaluation.prepare_study"
    run_jobs()
    study = fresh(Study.objects.get())
    rate(study, people.ada)
    told = ask(people, "get", f"{base(project)}/{made['id']}")
    assert told["state"] == "open"
    assert (told["items"], told["ratings"], told["wanted"]) == (3, 1, 6)
    assert told["sources"] == sources
    assert told["options"] == {
        "chosen": None,
        "sample_size": None,
        "chunks": None,
        "images": None,
        "barring": "study",
        "raters_per_item": 2,
        "metrics": METRICS,
        "justification": "required",
        "settings": {"min_words": 1},
    }
    assert told["work"] == {"id": study.work_id, "name": "Study: Which reads better"}
    assert told["job"]["state"] == "succeeded"
    assert ask(people, "get", base(project))["results"] == [told]


def test_a_preview_says_what_is_missing(people: Cast, project: Project) -> None:
    samples = add_samples(project, 4)
    same = {samples[1].image.external_id: "The same text."}
    one = source_of(text_file(project, samples[:3], "one", **same))
    two = source_of(text_file(project, samples[1:], "two", **same))
    body = {"design": "side_by_side.v1", "sources": [one, two], "sample_size": 5}
    found = ask(people, "post", f"{base(project)}/preview", body)
    assert found == {
        "items": 2,
        "missing": [
            {"source": one, "without_text": 1},
            {"source": two, "without_text": 1},
        ],
        "authors": 0,
        "barred": [],
        "remaining": 6,
        "items_short": 0,
        "same": 1,
        "warnings": [
            "Only 2 images have an item of every source.",
            "With fewer than 30 images, differences are hard to tell from chance.",
            "In 1 cases both items are the same.",
        ],
    }
    rated = ask(people, "post", f"{base(project)}/preview", {**body, "design": "likert.v1"})
    assert rated["items"] == 4
    assert not Study.objects.exists()


def test_of_several_texts_of_an_image_only_the_first_is_judged(
    people: Cast, project: Project
) -> None:
    (sample,) = add_samples(project, 1)
    file = text_file(project, [sample, sample], "twice")
    body = {"design": "likert.v1", "sources": [source_of(file)]}
    found = ask(people, "post", f"{base(project)}/preview", body)
    assert found["items"] == 1
    assert any("only the first is judged" in warning for warning in found["warnings"])


def test_two_studies_cannot_have_one_name(people: Cast, project: Project) -> None:
    sources = two_files(project, 1)
    first, _ = make(project, sources, name="A"), make(project, sources, name="B")
    refused = ask(people, "patch", f"{base(project)}/{first.pk}", {"name": "B"}, status=409)
    assert refused["error"]["fields"][0]["path"] == "name"
    body = {"name": "B", "design": "side_by_side.v1", "sources": sources}
    assert ask(people, "post", base(project), body, status=409)["error"]["code"] == "name_taken"


def test_a_new_name_is_the_name_of_the_project_too(people: Cast, project: Project) -> None:
    study = prepared(project, two_files(project, 1))
    told = ask(people, "patch", f"{base(project)}/{study.pk}", {"name": "Better known"})
    assert (told["name"], told["work"]["name"]) == ("Better known", "Study: Better known")


def test_a_closed_study_asks_nobody_until_it_is_opened_again(
    people: Cast, project: Project
) -> None:
    study = prepared(project, two_files(project, 2), raters=[people.ada.pk])
    address = f"{base(project)}/{study.pk}"
    told = ask(people, "post", f"{address}/close")
    assert told["state"] == "closed"
    assert told["closed_at"] is not None
    claiming = f"/api/v1/projects/{study.work_id}/claim"
    refused = client_of(people.ada).post(claiming, {}, format="json")
    assert refused.status_code == 200, refused.content
    assert refused.json()["assignment"] is None
    assert ask(people, "post", f"{address}/close", status=409)["error"]["code"] == "not_open"
    told = ask(people, "post", f"{address}/reopen")
    assert (told["state"], told["closed_at"]) == ("open", None)
    assert client_of(people.ada).post(claiming, {}, format="json").json()["assignment"]


def test_a_study_in_which_nobody_has_begun_is_deleted_with_its_project(
    people: Cast, project: Project
) -> None:
    study = prepared(project, two_files(project, 2))
    ask(people, "delete", f"{base(project)}/{study.pk}", status=204)
    assert not Study.objects.exists()
    assert list(Project.objects.all()) == [project]
    assert Sample.objects.filter(project=project).count() == 2


def test_judgements_are_never_deleted_with_a_study(people: Cast, project: Project) -> None:
    study = prepared(project, two_files(project, 2), raters=[people.ada.pk], metrics=METRICS)
    rate(study, people.ada)
    refused = ask(people, "delete", f"{base(project)}/{study.pk}", status=409)
    assert refused["error"]["code"] == "has_ratings"
    assert Study.objects.count() == 1


def test_a_study_that_is_being_prepared_can_be_deleted(people: Cast, project: Project) -> None:
    study = make(project, two_files(project, 2))
    ask(people, "delete", f"{base(project)}/{study.pk}", status=204)
    run_jobs()
    assert list(Project.objects.all()) == [project]


def test_rejected_judgements_are_not_counted(people: Cast, project: Project) -> None:
    study = prepared(project, two_files(project, 2), raters=[people.ada.pk], metrics=METRICS)
    rate(study, people.ada)
    assert ask(people, "get", f"{base(project)}/{study.pk}")["ratings"] == 1
    Assignment.objects.update(verdict=Assignment.Verdict.REJECTED)
    assert ask(people, "get", f"{base(project)}/{study.pk}")["ratings"] == 0
