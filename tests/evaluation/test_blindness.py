"""Whoever judges the texts of a study is told nothing of where they come from (IIW App. D.4)."""

import json
import re
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.evaluation.models import FileText, Study, StudyAuthor, StudyItem, TextFile
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.workflow.models import Annotation, Assignment, Task
from annotate.workflow.services import leases
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.evaluation.texts_scene import (
    is_flipped,
    prepared,
    shown_sources,
    source_of,
    sources_of,
    text_file,
)
from tests.far_ids import start_ids_at
from tests.workflow.acts import use_recipe, work
from tests.workflow.test_blindness import ALLOWED, walk

pytestmark = pytest.mark.django_db

METRICS = ("comprehensiveness", "specificity", "hallucination", "tldr", "human_like")
# What a rater may see beyond what every annotator may, all of it the same for both sides.
ASKED = {"images", "metrics", "help", "justification", "scores", "score", *METRICS}
TITLES = ("Quokka-2", "Round of people")
FILE = "quokka-output"
IMAGES = 6
# Where the ids of what is hidden begin: no other number comes near them.
FAR = {
    Project: 61_000_000,
    Study: 62_000_000,
    StudyItem: 63_000_000,
    TextFile: 64_000_000,
    FileText: 65_000_000,
    Annotation: 66_000_000,
}
TELLING = re.compile(r"flip|source|study|stud(y|ies)_|author|origin|producer|first|second|file")


@pytest.fixture
def study(people: Cast, project: Project, time: Clock) -> Study:
    """Some images with a text by Ada and one of a file, to be compared by Cleo and Sam."""
    for model, number in FAR.items():
        start_ids_at(model, number)
    source = Project.objects.create(
        name="Kites in the wild",
        recipe_data=project.recipe_data,
        seed=3,
        created_by=people.owner,
        guidelines_required=False,
    )
    for user in (people.ada, people.cleo):
        Membership.objects.create(project=source, user=user, role=Role.ANNOTATOR)
    use_recipe(source, {"key": "text"})
    samples = add_samples(source, IMAGES)
    for number in range(len(samples)):
        work(source, people.ada, {"text": f"Ada wrote text number {number}."}, "text")
    time.forward(days=1)
    said = {each.image.external_id: f"A tree, no. {place}." for place, each in enumerate(samples)}
    sources = [
        {"source": {"type": "round", "stage": "text", "index": 1}, "title": TITLES[1]},
        {"source": source_of(text_file(source, samples, FILE, **said)), "title": TITLES[0]},
    ]
    made = prepared(source, sources, raters_per_item=2, raters=[people.cleo.pk])
    assert made.work is not None
    Membership.objects.create(project=made.work, user=people.stranger, role=Role.ANNOTATOR)
    assert {is_flipped(item) for item in made.items.all()} == {True, False}
    return made


def judgement(project: Project) -> dict[str, Any]:
    metrics = project.recipe.stage("rating").settings["metrics"]
    one = {"score": 1, "justification": "It names the hill."}
    return {"scores": {metric["key"]: one for metric in metrics}}


def one_task(client: APIClient, work_project: Project, key: int) -> dict[str, Any]:
    """Return the body of every answer on the way through one comparison."""
    of_project = f"/api/v1/projects/{work_project.pk}"
    bodies = {"claim": client.post(f"{of_project}/claim", {}, format="json").json()}
    number = bodies["claim"]["assignment"]["id"]
    one = f"/api/v1/assignments/{number}"
    answer = judgement(work_project)
    draft = {"version": 0, "answer": answer, "active_seconds": 0}
    bodies["draft"] = client.put(f"{one}/draft", draft, format="json").json()
    bodies["conflict"] = client.put(f"{one}/draft", draft, format="json").json()
    bodies["check"] = client.post(f"{one}/check", {"answer": {"scores": {}}}, format="json").json()
    beat = {"active_seconds": 1}
    bodies["heartbeat"] = client.post(f"{one}/heartbeat", beat, format="json").json()
    bodies["held"] = client.get("/api/v1/work").json()
    unfinished = {"key": f"{key:08x}-2222-4333-8444-555555555555", "answer": {"scores": {}}}
    bodies["refused"] = client.post(f"{one}/submit", unfinished, format="json").json()
    finished = unfinished | {"answer": answer}
    bodies["submit"] = client.post(f"{one}/submit", finished, format="json").json()
    bodies["assignment"] = client.get(one).json()
    bodies["one of the history"] = client.get(f"/api/v1/history/{number}").json()
    return bodies


def everything_seen(study: Study, user: User) -> dict[str, Any]:
    """Return the body of every answer that a rater gets, from the first page to the last."""
    assert study.work is not None
    client = client_of(user)
    of_project = f"/api/v1/projects/{study.work_id}"
    bodies: dict[str, Any] = {}
    for number in range(IMAGES):
        for name, body in one_task(client, study.work, number + 1000 * user.pk).items():
            bodies[f"{name} {number}"] = body
    bodies["nothing left"] = client.post(f"{of_project}/claim", {}, format="json").json()
    for path in ("", "/guidelines", "/guidelines/current", "/qualification/me", "/members"):
        bodies[path or "project"] = client.get(of_project + path).json()
    for path in ("work", "history", "feedback", "users/me", "session"):
        answer = client.get(f"/api/v1/{path}")
        bodies[path] = answer.json() if answer["Content-Type"].endswith("json") else {}
    return bodies


def test_no_answer_of_the_work_has_a_key_that_tells(study: Study, people: Cast) -> None:
    """The list of keys is closed: who adds one must think about what it gives away."""
    assert study.work is not None
    for name, body in one_task(client_of(people.stranger), study.work, 1).items():
        if name in ("conflict", "refused", "check"):
            continue  # errors and findings name places in the rater's own answer
        assert "error" not in body, f"{name}: {body}"
        keys = {key for _, key, _ in walk(body) if key}
        assert keys <= ALLOWED | ASKED, f"{name} has {keys - ALLOWED - ASKED}"
    assert [key for key in sorted(ASKED) if TELLING.search(key)] == []


def test_no_body_names_a_source_an_author_or_any_of_their_numbers(
    study: Study, people: Cast
) -> None:
    words = (*TITLES, FILE, "Kites in the wild", "Ada Lovelace", '"ada"', "flipped")
    assert StudyAuthor.objects.filter(study=study, user=people.ada).exists()
    work_id = study.work_id
    for name, body in everything_seen(study, people.stranger).items():
        text = repr(body).replace("'", '"')
        assert [word for word in words if word in text] == [], name
        numbers = {int(found) for found in re.findall(r"(?<!\d)6[1-6]\d{6}(?!\d)", text)}
        assert numbers <= {work_id}, f"{name} has {numbers - {work_id}}"


def test_the_texts_themselves_are_all_a_rater_gets_to_see(study: Study, people: Cast) -> None:
    """So the test above looks in the right place: what must be there is there."""
    bodies = everything_seen(study, people.stranger)
    seen = {
        tuple(bodies[f"claim {number}"]["assignment"]["about"]["answer"]["texts"])
        for number in range(IMAGES)
    }
    held = Assignment.objects.filter(annotator=people.stranger).select_related("task__about")
    expected = {
        tuple(each.task.about.value["texts"][place] for place in each.arrangement or ())
        for each in held
        if each.task.about is not None
    }
    assert seen == expected
    assert bodies["nothing left"]["assignment"] is None


def test_a_flipped_pair_looks_like_any_other(
    study: Study, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing but the two texts differs in a way that goes with the flip."""
    assert study.work is not None
    orders = iter([[0, 1], [1, 0]] * IMAGES)

    def arrange(task: Task, stage: object) -> list[int]:
        # However a pair is stored, which is drawn as well.
        item = StudyItem.objects.get(study=study, presentation=task.about_id)
        return [sources_of(item).index(source) for source in next(orders)]

    monkeypatch.setattr(leases, "draw_arrangement", arrange)
    client = client_of(people.stranger)
    shapes: dict[bool, set[str]] = {True: set(), False: set()}
    for number in range(IMAGES - 1):  # after the last one there is no more work, of either sort
        bodies = one_task(client, study.work, number)
        held = Assignment.objects.get(pk=bodies["claim"]["assignment"]["id"])
        is_turned = shown_sources(study, held) == [1, 0]
        shapes[is_turned].add(json.dumps(_without_what_varies(bodies), indent=1))
    assert shapes[True] == shapes[False]
    assert len(shapes[True]) == 1


VARYING = {"id", "assignment_id", "name", "urls", "texts", "saved_at", "expires_at", "submitted_at"}


def _without_what_varies(value: Any) -> Any:
    """Leave out numbers of rows, names, texts and times; everything else must be the same."""
    if isinstance(value, dict):
        return {
            key: "…" if key in VARYING else _without_what_varies(inner)
            for key, inner in value.items()
            if key != "done_by_me"
        }
    if isinstance(value, list):
        return [_without_what_varies(inner) for inner in value]
    return value


def test_the_name_of_the_work_never_names_a_source_or_the_study(project: Project) -> None:
    start_ids_at(Study, FAR[Study])
    samples = add_samples(project, 1)
    sources = [
        {"source": source_of(text_file(project, samples, name)), "title": title}
        for name, title in (("a", "Quokka-2"), ("b", "People"))
    ]
    made = prepared(project, sources, name="quokka-2 against people")
    assert made.work is not None
    assert not re.search(r"quokka|people|\d", made.work.name, re.IGNORECASE)


def test_a_rater_cannot_ask_for_the_study(study: Study, people: Cast) -> None:
    for project_id in (study.project_id, study.work_id):
        of_studies = f"/api/v1/projects/{project_id}/studies"
        for path in ("", f"/{study.pk}", f"/{study.pk}/results", f"/{study.pk}/items"):
            for user in (people.stranger, people.cleo):
                answer = client_of(user).get(of_studies + path)
                assert answer.status_code in (403, 404), f"{user}: {path}"
                assert TITLES[0] not in answer.content.decode()


def test_who_wrote_one_of_the_texts_judges_none(study: Study, people: Cast) -> None:
    """And whom it bars learns no more than that."""
    assert study.work is not None
    Membership.objects.create(project=study.work, user=people.ada, role=Role.ANNOTATOR)
    client = client_of(people.ada)
    claimed = client.post(f"/api/v1/projects/{study.work_id}/claim", {}, format="json").json()
    assert (claimed["assignment"], claimed["hit"], claimed["reason"]) == (None, None, "gated")
    assert claimed["gate"]["reason"] == "author"
    assert claimed["gate"]["data"] == {}
    listed = client.get("/api/v1/work").json()["projects"]
    [here] = [each for each in listed if each["id"] == study.work_id]
    assert [stage["available"] for stage in here["stages"]] == [False]
