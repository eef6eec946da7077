"""Images that were made from texts: brought in by a manifest, shown blind, ranked."""

import json
import uuid
from typing import Any

import pytest

from annotate.core.jobs.models import Job
from annotate.evaluation.models import FileText, Study, StudyStimulus, TextFile
from annotate.projects import selectors as project_selectors
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.conftest import Cast, add_samples, client_of
from tests.evaluation.judging import address
from tests.evaluation.manifests import archive, brought_in, picture, scene, send_images
from tests.evaluation.studies import get
from tests.evaluation.test_ranking_study import send
from tests.evaluation.texts_scene import prepared, run_jobs, source_of, text_file

pytestmark = pytest.mark.django_db


def test_each_source_of_a_manifest_becomes_a_file_of_images(people: Cast, project: Project) -> None:
    rows, files = scene(add_samples(project, 2))
    sources = brought_in(people, project, archive(rows, files))
    assert [each["title"] for each in sources] == ["Model A", "Model B"]
    of_a = FileText.objects.filter(file__name="Model A").order_by("position")
    assert [(each.width, each.height, each.text) for each in of_a] == [(65, 48, ""), (67, 48, "")]
    told = get(people.owner, f"/api/v1/projects/{project.pk}/text-sources")
    assert [(each["texts"], each["has_images"]) for each in told] == [(2, True), (2, True)]


def test_images_may_be_sent_one_by_one_beside_a_manifest_in_csv(
    people: Cast, project: Project
) -> None:
    (sample,) = add_samples(project, 1)
    manifest = f"source,image,file\nA,{sample.image.external_id},a.jpg\n".encode()
    answer = send_images(people.owner, project, ("manifest.csv", manifest), ("a.jpg", picture(1)))
    assert answer.status_code == 202, answer.content
    run_jobs()
    assert FileText.objects.get(file__name="A").image_id == sample.image_id


@pytest.mark.parametrize(
    ("change", "place", "code"),
    [
        ({"image": "nothing"}, "rows[2].image", "unknown_image"),
        ({"file": "b.jpg"}, "rows[2].file", "file_missing"),
        ({"source": ""}, "rows[2].source", "missing"),
        ({"chunk": 0}, "rows[2].chunk", "not_a_chunk"),
        ({"chunk": "two"}, "rows[2].chunk", "not_a_chunk"),
        ({"source": "Model A"}, "rows[2].file", "twice"),
    ],
)
def test_a_wrong_row_of_the_manifest_is_named_and_nothing_comes_in(
    people: Cast, project: Project, change: dict[str, Any], place: str, code: str
) -> None:
    rows, files = scene(add_samples(project, 1))
    rows[1] |= change
    answer = send_images(people.owner, project, ("images.zip", archive(rows, files)))
    assert answer.status_code == 422, answer.content
    assert [(each["path"], each["code"]) for each in answer.json()["error"]["fields"]] == [
        (place, code)
    ]
    assert not Job.objects.filter(name="evaluation.import_images").exists()


def test_an_archive_without_a_manifest_is_refused(people: Cast, project: Project) -> None:
    _, files = scene(add_samples(project, 1))
    content = archive([], files, manifest="readme.txt")
    answer = send_images(people.owner, project, ("images.zip", content))
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unreadable_table")


def test_what_is_no_picture_is_named_by_its_row_and_nothing_comes_in(
    people: Cast, project: Project
) -> None:
    rows, files = scene(add_samples(project, 1))
    files["B/1.jpg"] = b"no picture at all"
    answer = send_images(people.owner, project, ("images.zip", archive(rows, files)))
    run_jobs()
    job = Job.objects.get(pk=answer.json()["id"])
    assert job.state == Job.State.FAILED
    assert job.error is not None
    assert "row 2 (B/1.jpg)" in job.error["message"]
    assert not TextFile.objects.exists()


def ranking(people: Cast, project: Project, samples: list[Sample], **more: Any) -> Study:
    rows, files = scene(samples, chunks=more.get("chunks") or 0)
    sources = brought_in(people, project, archive(rows, files))
    return prepared(
        project, sources, design="ranking.v1", raters=[people.ada.pk, people.ben.pk], **more
    )


def test_raters_see_images_under_keys_that_tell_nothing(people: Cast, project: Project) -> None:
    study = ranking(people, project, add_samples(project, 2))
    claimed = send(people.ada, f"/api/v1/projects/{study.work_id}/claim", {}, 200)["assignment"]
    about = claimed["about"]["answer"]
    assert about["texts"] == []
    keys = [each["key"] for each in about["images"]]
    assert len(set(keys)) == 2
    assert "Model" not in json.dumps(claimed)
    known = {str(each.key): each for each in StudyStimulus.objects.all()}
    for shown in about["images"]:
        assert shown["width"] == known[shown["key"]].width
        content = client_of(people.ada).get(f"/api/v1/stimuli/{shown['key']}/content?size=thumb")
        assert content.status_code == 200
        assert content["Content-Type"] == "image/jpeg"
        assert "Model" not in str(content.headers)
    answer = {"ranks": [2, 1], "justification": ""}
    body = {"key": str(uuid.uuid4()), "answer": answer}
    send(people.ada, f"/api/v1/assignments/{claimed['id']}/submit", body, 200)
    better = known[keys[1]].source
    found = get(people.owner, f"{address(study)}/results")
    assert found["by_source"][better]["mean_rank"]["value"] == 1
    case = next(
        each for each in get(people.owner, f"{address(study)}/items")["results"] if each["ratings"]
    )
    assert {each["picture"]["key"] for each in case["stimuli"]} == set(keys)


def test_strangers_see_no_image_of_a_study(people: Cast, project: Project) -> None:
    ranking(people, project, add_samples(project, 1))
    key = StudyStimulus.objects.order_by("pk")[0].key
    assert client_of(people.stranger).get(f"/api/v1/stimuli/{key}/content").status_code == 404
    assert client_of(people.reviewer).get(f"/api/v1/stimuli/{key}/content").status_code == 200
    assert client_of(people.ada).get(f"/api/v1/stimuli/{uuid.uuid4()}/content").status_code == 404


def test_texts_and_images_are_not_judged_together(people: Cast, project: Project) -> None:
    samples = add_samples(project, 1)
    rows, files = scene(samples, sources="A")
    sources = brought_in(people, project, archive(rows, files))
    sources.append({"source": source_of(text_file(project, samples, "t")), "title": "Texts"})
    body = {"name": "No", "design": "ranking.v1", "sources": sources}
    refused = send(people.owner, f"/api/v1/projects/{project.pk}/studies", body, 422)
    assert [each["code"] for each in refused["error"]["fields"]] == ["mixed"]
    body |= {"design": "likert.v1", "sources": sources[:1]}
    refused = send(people.owner, f"/api/v1/projects/{project.pk}/studies", body, 422)
    assert [each["code"] for each in refused["error"]["fields"]] == ["no_images"]


def test_images_by_chunk_are_held_against_each_other_chunk_by_chunk(
    people: Cast, project: Project
) -> None:
    study = ranking(people, project, add_samples(project, 2), chunks=3)
    chunks = study.items.order_by("number").values_list("chunk", flat=True)
    assert list(chunks) == [1, 2, 3, 1, 2, 3]


def test_raters_of_images_are_told_how_to_rank_images(people: Cast, project: Project) -> None:
    study = ranking(people, project, add_samples(project, 2))
    assert study.work is not None
    body = project_selectors.guidelines(study.work)[0].body
    assert body.startswith("# How to rank images by their likeness to an original")
