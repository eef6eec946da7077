"""Images that a server makes from the texts of a study, fetched by its job."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from annotate.backends.openai import painter
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.evaluation.models import Study, StudyStimulus
from annotate.images import services as image_services
from annotate.projects.models import Project
from tests.backends.openai.conftest import address, standin
from tests.backends.standin.api import StandIn
from tests.backends.standin.requests import MODEL
from tests.backends.standin.wire import Said
from tests.conftest import Cast, add_samples, client_of
from tests.evaluation.judging import address as address_of
from tests.evaluation.studies import get
from tests.evaluation.test_ranking_study import send
from tests.evaluation.texts_scene import fresh, run_jobs, source_of, text_file

__all__ = ["address", "standin"]

pytestmark = pytest.mark.django_db

Making = Callable[..., Study]


def painted(text: str) -> bytes:
    """An image that nothing but this text has: its pixels are its letters."""
    out = io.BytesIO()
    Image.frombytes("L", (8, 8), text.encode().ljust(64)[:64]).save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def making(people: Cast, project: Project, address: str, standin: StandIn) -> Making:
    """Make a study of two texts about two images, whose images the stand-in makes."""
    standin.paint = painted
    body = {
        "name": "Painter",
        "backend": "openai",
        "settings": {"base_url": address, "model": MODEL, "retries": 0, "concurrency": 1},
    }
    connection = send(people.owner, f"/api/v1/projects/{project.pk}/connections", body, 201)
    samples = add_samples(project, 2)
    sources = []
    for letter in "AB":
        texts = {
            sample.image.external_id: f"{letter} one of {place}. {letter} two."
            for place, sample in enumerate(samples)
        }
        file = text_file(project, samples, letter, **texts)
        sources.append({"source": source_of(file), "title": f"Model {letter}"})

    def make(**changes: Any) -> Study:
        wanted = {
            "name": "Images",
            "design": "ranking.v1",
            "sources": sources,
            "chunks": 2,
            "images": {"connection": connection["id"], "model": "painter-1", "size": "256x256"},
            "raters": [people.ada.pk],
            "open_to_others": True,
            **changes,
        }
        base = f"/api/v1/projects/{project.pk}/studies"
        return fresh(Study.objects.get(pk=send(people.owner, base, wanted, 201)["id"]))

    return make


def missing(study: Study) -> int:
    return StudyStimulus.objects.filter(item__study=study, sha256="").count()


def test_each_source_and_chunk_gets_one_image_and_raters_see_images_alone(
    people: Cast, making: Making, standin: StandIn
) -> None:
    study = making()
    run_jobs()
    study = fresh(study)
    assert (study.state, study.problem, missing(study)) == ("open", "", 0)
    prompts = [each["prompt"] for each in standin.painted]
    assert len(prompts) == 2 * 2 * 2
    assert {"A one of 0.", "A one of 0. A two.", "B one of 1. B two."} < set(prompts)
    assert {each["size"] for each in standin.painted} == {"256x256"}
    claimed = send(people.ada, f"/api/v1/projects/{study.work_id}/claim", {}, 200)["assignment"]
    about = claimed["about"]["answer"]
    assert (about["texts"], len(about["images"])) == ([], 2)
    assert " one of " not in str(claimed)
    [case, *_] = get(people.owner, f"{address_of(study)}/items")["results"]
    assert all(each["text"] and each["picture"] for each in case["stimuli"])


def test_what_failed_is_said_and_asked_for_alone_when_it_is_repeated(
    making: Making, standin: StandIn
) -> None:
    study = making()
    standin.faults.extend([None, Said(400, {"error": {"message": "Not allowed."}}), None])
    run_jobs()
    study = fresh(study)
    assert (study.state, missing(study)) == ("failed", 1)
    assert "1 of 8 images could not be made" in study.problem
    assert "Not allowed." in study.problem
    assert len(standin.painted) == 7
    assert study.job is not None
    job_services.retry(study.job)
    run_jobs()
    assert (fresh(study).state, missing(study), len(standin.painted)) == ("open", 0, 8)


def test_it_can_be_stopped_and_goes_on_from_there(
    people: Cast, making: Making, standin: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = making()
    job = study.job
    assert job is not None
    stored = image_services.store

    def stop_after_first(data: bytes) -> Any:
        # Somebody presses the button while the first images come in.
        Job.objects.filter(pk=job.pk).update(state=Job.State.CANCELLED)
        return stored(data)

    monkeypatch.setattr(painter, "batch_of", lambda settings: 2)
    with monkeypatch.context() as pressed:
        pressed.setattr(image_services, "store", stop_after_first)
        run_jobs()
    assert (missing(study), len(standin.painted)) == (6, 2)
    told = get(people.owner, address_of(study))
    assert (told["state"], told["job"]["state"]) == ("failed", "cancelled")
    path = f"/api/v1/projects/{study.project_id}/jobs/{job.pk}"
    send(people.owner, f"{path}/retry", {}, 200)
    run_jobs()
    assert (fresh(study).state, missing(study), len(standin.painted)) == ("open", 0, 8)
    assert get(people.owner, address_of(study))["job"]["state"] == "succeeded"


def test_what_is_no_image_is_none(making: Making, standin: StandIn) -> None:
    standin.paint = lambda text: b"no image"
    study = making(chunks=1)
    run_jobs()
    assert (fresh(study).state, missing(study)) == ("failed", 4)


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"images": {"connection": 10**6, "model": "m"}}, "images.connection"),
        ({"design": "side_by_side.v1"}, "images"),
    ],
)
def test_images_that_cannot_be_made_are_refused_by_the_field(
    people: Cast, making: Making, project: Project, changes: dict[str, Any], path: str
) -> None:
    made = making(name="First")
    wanted = {
        "name": "No",
        "design": "ranking.v1",
        "sources": made.sources,
        "images": made.options["images"],
        **changes,
    }
    answer = client_of(people.owner).post(
        f"/api/v1/projects/{project.pk}/studies", wanted, format="json"
    )
    assert answer.status_code == 422, answer.content
    assert [each["path"] for each in answer.json()["error"]["fields"]] == [path]
