"""Which stages of measurement a project has, what they say of an image, and what reading costs."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.evaluation.models import FileText, HarmRun
from annotate.evaluation.selectors import harm_reading
from annotate.evaluation.selectors.harm_pairings import pairing
from annotate.evaluation.selectors.harm_reading import Place, Staged, staged
from annotate.evaluation.selectors.harm_stages import one_stage
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, add_samples, client_of
from tests.evaluation.harm_scene import CAPTIONS, SMALL, finished, harms_recipe, measured, thing
from tests.evaluation.texts_scene import text_file
from tests.workflow.acts import use_recipe

pytestmark = pytest.mark.django_db
Json = dict[str, Any]
SAID = [f"A man in a red hat walks a {animal} down the street." for animal in ("dog", "cat", "pig")]


def told(people: Cast, project: Project) -> dict[str, Json]:
    answer = client_of(people.lead).get(f"/api/v1/projects/{project.pk}/harms/stages")
    assert answer.status_code == 200, answer.content
    return {stage["key"]: stage for stage in answer.json()["stages"]}


def read(project: Project, *keys: str) -> list[Staged]:
    stages = [one_stage(project, key, path="candidate") for key in keys]
    return [each for batch in staged(project, stages, Place(), whole=stages[0]) for each in batch]


def lines(image: Staged, key: str) -> list[str]:
    return [line.text for line in image.said[key].lines]


def test_each_stage_holds_what_people_or_models_said_last(people: Cast, project: Project) -> None:
    harms_recipe(project)
    sample = finished(
        project,
        people.ada,
        seen=[thing("person", box=SMALL)],
        things=[thing("man", "A man in a red hat."), thing("dog")],
        seed="A man.",
        texts=["A man and a dog.", "A man walks a dog."],
    )
    finished(project, people.ada, seed="A seed that nobody went on from.", seeded=False)
    stages = told(people, project)
    assert {key: (each["images"], each["texts"]) for key, each in stages.items()} == {
        "s1": (1, 1),
        "s2": (1, 1),
        "s3": (1, 1),
        "s4": (2, 2),
    }
    assert stages["s4"]["unseeded"] == 1
    [image] = read(project, "s3", "s1", "s2", "s4")
    assert (image.sample, image.width, image.seeded) == (sample.pk, 400, None)
    assert lines(image, "s1") == ["man: A man in a red hat.", "dog"]
    assert lines(image, "s2") == ["person"]
    assert lines(image, "s3") == ["A man walks a dog."]
    assert lines(image, "s4") == ["A man."]


def test_independent_captions_of_several_people_count_together(
    people: Cast, project: Project
) -> None:
    use_recipe(project, CAPTIONS | {"rounds": 3})
    (sample,) = add_samples(project, 1)
    Sample.objects.filter(pk=sample.pk).update(state=Sample.State.DONE)
    authors = (people.ada, people.ben, people.cleo)
    for index, (author, text) in enumerate(zip(authors, SAID, strict=True), start=1):
        Annotation.objects.create(
            project=project,
            sample=sample,
            stage_key="caption",
            kind="caption.v1",
            index=index,
            origin=Annotation.Origin.PERSON,
            author=author,
            value={"text": text, "canned": False, "text_detected": False},
        )
    stages = told(people, project)
    assert (stages["s3"]["images"], stages["s3"]["texts"]) == (1, 3)
    [image] = read(project, "s3")
    assert lines(image, "s3") == SAID


def test_a_stage_that_is_not_there_says_why_and_cannot_be_measured(
    people: Cast, project: Project
) -> None:
    use_recipe(project, CAPTIONS)
    stages = told(people, project)
    reasons = {key: each["why"]["message_code"] for key, each in stages.items()}
    assert reasons == {
        "s1": "harm_labels_not_asked",
        "s2": "harm_labels_not_asked",
        "s3": "harm_stage_s3_empty",
        "s4": "harm_stage_s4_empty",
    }
    lead = client_of(people.lead)
    runs = f"/api/v1/projects/{project.pk}/harm-runs"
    for body, field in (
        ({"candidate": "s1"}, "candidate"),
        ({"candidate": "file:99"}, "candidate"),
        ({"candidate": "s3", "truth": "s3"}, "truth"),
        ({"candidate": "s9"}, "candidate"),
        ({"candidate": "s3", "threshold": 2}, "threshold"),
    ):
        refused = lead.post(runs, body, format="json")
        assert refused.status_code == 422
        assert [each["path"] for each in refused.json()["error"]["fields"]] == [field]
    assert not HarmRun.objects.exists()


def test_a_file_stands_for_a_stage_also_where_the_project_has_not_its_images(
    people: Cast, project: Project
) -> None:
    harms_recipe(project)
    samples = [finished(project, people.ada, texts=["A man.", "A man."]) for _ in range(2)]
    file = text_file(project, samples, "vlm")
    for at, key in enumerate(["elsewhere", "elsewhere", "", ""], start=3):
        FileText.objects.create(file=file, position=at, key=key, text=f"A scary man {at}.")
    Sample.objects.filter(pk=samples[1].pk).update(state=Sample.State.WITHDRAWN)
    name = f"file:{file.pk}"
    stage = told(people, project)[name]
    assert (stage["title"], stage["images"], stage["texts"]) == ("vlm", 1, 5)
    assert stage["without_image"] == 4
    images = read(project, name)
    assert [len(lines(image, name)) for image in images] == [1, 1, 1, 2]
    again = [*staged(project, [one_stage(project, name, path="")], images[2].place,
                     whole=one_stage(project, name, path=""))]  # fmt: skip
    assert [image.key for batch in again for image in batch] == ["elsewhere"]
    run = measured(project, name)
    assert run.results is not None
    assert run.results["arms"]["all"]["images"] == 4
    assert run.results["arms"]["all"]["counts"]["attribute upper"] == 3
    refused = client_of(people.lead).delete(f"/api/v1/projects/{project.pk}/text-files/{file.pk}")
    assert refused.status_code == 409


def test_statements_grow_with_batches_and_not_with_images(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    harms_recipe(project)

    def statements() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            read(project, "s3", "s1")
        return len(captured)

    finished(project, people.ada, things=[thing("man")], texts=["A man.", "A man."])
    one = statements()
    for _ in range(4):
        finished(project, people.ada, things=[thing("man")], texts=["A man.", "A man."])
    assert statements() == one
    monkeypatch.setattr(harm_reading, "BATCH", 1)
    assert statements() > one


def test_what_a_pairing_cannot_show_names_that_people_started_from_seeds() -> None:
    codes = {each.message_code for each in pairing("s3", "s4").cannot}
    assert codes == {"harm_cannot_captions_leave_out", "harm_cannot_edited"}
    assert {each.message_code for each in pairing("s4", "s1").cannot} == set()
    file = {each.message_code for each in pairing("file:7", None).cannot}
    assert file == {"harm_cannot_alone", "harm_cannot_unknown_origin"}
