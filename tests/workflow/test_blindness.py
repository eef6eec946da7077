"""Nobody is told which text a model wrote and which a person (IIW §3.2): the server keeps it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Pixels

from annotate import backends
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import update_project
from annotate.seeding.seeds import make_seeds
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Sample
from tests.conftest import Cast, Clock, NewProject, add_samples, client_of
from tests.workflow.acts import claim, describe, draft, mark, seed, submit, thing

pytestmark = pytest.mark.django_db

# Every key an annotator's client may see below an assignment, a list of work or a history.
KEYS = """
    id state project name stage key title title_code kind settings image width height urls thumb
    view full
    hints label value objects box x y description derived_from start texts answer text start_key
    draft version saved_at scratch_reason looked_at draft_version lease expires_at seconds
    heartbeat_seconds
    active_seconds idle_seconds assignment reason held assignment_id projects guidelines_unread
    stages available done_by_me next previous results submitted_at mine repeated
    is_ahead min_objects max_objects description_required max_description_characters axes min_words
    max_characters rules hit hits gate about tokens unread_feedback
    outcome later similarity tokens_before tokens_after from_scratch votes feedback count unread
    may_comment leads problems
"""
# Settings of the stage, the same for everybody; one of them speaks of guesses about persons.
RULES = """
    filler_phrase summary_opening subjective_word guess_about_person repeated_sentence
    doubled_word
    email_address phone_number personal_number street_address near_duplicate pasted_instruction
"""
ALLOWED = {*KEYS.split(), *RULES.split()}
TELLING = re.compile(
    r"origin|author|producer|round|index|annotation|created|parent|model|person|seed|import"
    r"|classical|measure|decision|source",
    re.IGNORECASE,
)
SEED_TEXT = "A striking vista in which one can observe a kite."
PRODUCER = "classical-vlm 3.7"
AUTHORS = ("ada", "ben", "cleo", "Ada", "Ben", "Cleo")


def walk(value: Any, path: str = "") -> Iterator[tuple[str, str, Any]]:
    """Yield (path, key, value) of everything inside a JSON value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{path}.{key}", key, inner
            yield from walk(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield f"{path}[{place}]", "", inner
            yield from walk(inner, f"{path}[{place}]")


@pytest.fixture
def blind(people: Cast, new_project: NewProject, time: Clock) -> Project:
    """A project whose only sample has a seed, objects by Ada and a first text by Ben."""
    project = new_project(name="Kites", no_repeat="sample", early_stopping=False)
    [sample] = add_samples(project, 1)
    services.add_seed(
        project=project,
        sample=sample,
        stage_key="objects",
        value={"objects": [thing("s1"), thing("s2", label="boat")]},
        producer=PRODUCER,
    )
    seed(sample, SEED_TEXT, producer=PRODUCER)
    mark(project, people.ada, thing("s1", derived_from=["s1"]), thing("n1", label="cloud"))
    time.forward(days=2)
    describe(project, people.ben, "A red kite in a grey sky.")
    time.forward(days=2)
    return project


def get(user: User, path: str) -> Any:
    answer = client_of(user).get(f"/api/v1/{path}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def everything_cleo_sees(project: Project, people: Cast) -> dict[str, Any]:
    """Return the body of every answer an annotator gets on the way through one task."""
    client = client_of(people.cleo)
    bodies = {"work before": client.get("/api/v1/work").json()}
    bodies["claim"] = client.post(f"/api/v1/projects/{project.pk}/claim", {}, format="json").json()
    number = bodies["claim"]["assignment"]["id"]
    one = f"/api/v1/assignments/{number}"
    body = {"version": 0, "answer": {"text": "Mine"}, "active_seconds": 0, "check": True}
    bodies["draft"] = client.put(f"{one}/draft", body, format="json").json()
    bodies["assignment"] = client.get(one).json()
    bodies["heartbeat"] = client.post(
        f"{one}/heartbeat", {"active_seconds": 1}, format="json"
    ).json()
    bodies["work"] = client.get("/api/v1/work").json()
    body = {"key": "11111111-2222-4333-8444-555555555555", "answer": {"text": "Mine alone"}}
    bodies["submit"] = client.post(f"{one}/submit", body, format="json").json()
    bodies["assignment after"] = client.get(one).json()
    bodies["history"] = client.get("/api/v1/history").json()
    bodies["one of the history"] = client.get(f"/api/v1/history/{number}").json()
    return bodies


def test_no_answer_to_an_annotator_has_a_key_that_tells(blind: Project, people: Cast) -> None:
    """The list of keys is closed: who adds one must think about what it gives away."""
    for name, body in everything_cleo_sees(blind, people).items():
        assert "error" not in body, f"{name}: {body}"
        keys = {key for _, key, _ in walk(body) if key}
        assert keys <= ALLOWED, f"{name} has {keys - ALLOWED}"


def test_no_key_is_allowed_that_tells() -> None:
    assert [key for key in sorted(KEYS.split()) if TELLING.search(key)] == []


def test_no_value_names_an_author_a_producer_or_a_time(
    blind: Project, people: Cast, time: Clock
) -> None:
    texts = {row.created_at.isoformat()[:16] for row in Annotation.objects.all()}
    for name, body in everything_cleo_sees(blind, people).items():
        for path, key, value in walk(body):
            if not isinstance(value, str) or key in ("text", "description", "title"):
                continue
            assert PRODUCER not in value, f"{name}{path}"
            assert value not in AUTHORS, f"{name}{path} names {value}"
            moment = value[:16] in texts and key not in ("saved_at", "submitted_at")
            assert not moment, f"{name}{path} tells when something was written: {value}"


def test_no_number_is_the_id_of_an_annotation(blind: Project, people: Cast) -> None:
    """Ids grow: the lower one of two is the seed."""
    # Numbers far from every other id, so that a match can only be a leak.
    sample = Sample.objects.get()
    row = Annotation.objects.filter(stage_key="description", origin="person").get()
    Annotation.objects.create(
        pk=987_654_321,
        project=blind,
        sample=sample,
        stage_key="description",
        index=0,
        kind=row.kind,
        origin="model",
        value={"text": "far"},
    )
    # The row is moved to another number: out of the way first, for its place is unique.
    held = Assignment.objects.get(answer=row)
    Assignment.objects.filter(pk=held.pk).delete()
    Annotation.objects.filter(pk=row.pk).delete()
    row.pk, row.parent_id = 987_654_322, 987_654_321
    row.save(force_insert=True)
    held.answer = row
    held.save(force_insert=True)
    for name, body in everything_cleo_sees(blind, people).items():
        numbers = {value for _, _, value in walk(body) if isinstance(value, int)}
        assert not numbers & {987_654_321, 987_654_322}, name


def test_lineage_does_not_tell_which_objects_a_model_found(blind: Project, people: Cast) -> None:
    shown = get(people.cleo, f"assignments/{claim(blind, people.cleo).pk}")
    assert [item["label"] for item in shown["objects"]] == ["tree", "cloud"]
    assert {tuple(item["derived_from"]) for item in shown["objects"]} == {()}


WITH_EARLIER = {"description": {"earlier_texts": True}}


def test_only_the_text_to_go_on_from_is_shown(blind: Project, people: Cast) -> None:
    shown = get(people.cleo, f"assignments/{claim(blind, people.cleo).pk}")
    assert shown["texts"] == [{"key": "a", "answer": shown["start"]}]
    assert shown["start_key"] == "a"


def test_both_earlier_texts_are_at_hand_where_a_lead_wants_that(
    blind: Project, people: Cast
) -> None:
    update_project(
        project=blind, actor=people.owner, changes={"settings": {"stages": WITH_EARLIER}}
    )
    blind.refresh_from_db()
    blind.__dict__.pop("recipe", None)
    shown = get(people.cleo, f"assignments/{claim(blind, people.cleo).pk}")
    texts = {item["key"]: item["answer"]["text"] for item in shown["texts"]}
    assert set(texts.values()) == {SEED_TEXT, "A red kite in a grey sky."}
    assert texts[shown["start_key"]] == shown["start"]["text"] == "A red kite in a grey sky."


@pytest.mark.parametrize("second", ["Two boats below a kite.", "A red kite in a grey sky."])
def test_every_text_it_grew_from_is_at_hand_each_wording_once(
    people: Cast, new_project: NewProject, second: str
) -> None:
    project = new_project(early_stopping=False, no_repeat="stage", stages=WITH_EARLIER)
    [sample] = add_samples(project, 1)
    seed(sample, SEED_TEXT)
    mark(project, people.ada)
    describe(project, people.ben, "A red kite in a grey sky.")
    describe(project, people.cleo, second)
    shown = get(people.ada, f"assignments/{claim(project, people.ada).pk}")
    texts = [item["answer"]["text"] for item in shown["texts"]]
    assert sorted(texts) == sorted({SEED_TEXT, "A red kite in a grey sky.", second})
    assert shown["start"]["text"] == second
    assert {tuple(sorted(item)) for item in shown["texts"]} == {("answer", "key")}


def test_the_first_round_is_shown_the_seed_as_any_text(
    people: Cast, new_project: NewProject
) -> None:
    project = new_project()
    [sample] = add_samples(project, 1)
    seed(sample, SEED_TEXT, producer=PRODUCER)
    mark(project, people.ada)
    shown = get(people.ben, f"assignments/{claim(project, people.ben).pk}")
    assert [item["key"] for item in shown["texts"]] == ["a"]
    assert shown["start_key"] == "a"
    assert shown["start"] == {"text": SEED_TEXT}


def test_without_any_text_the_editor_is_empty(people: Cast, new_project: NewProject) -> None:
    project = new_project()
    add_samples(project, 1)
    mark(project, people.ada)
    shown = get(people.ben, f"assignments/{claim(project, people.ben).pk}")
    assert (shown["texts"], shown["start_key"], shown["start"]) == ([], None, {"text": ""})


def test_the_order_of_the_texts_is_random_and_stays(people: Cast, new_project: NewProject) -> None:
    """In some tasks the seed comes first, in some the person; on reload it is the same."""
    project = new_project(early_stopping=False, stages=WITH_EARLIER)
    samples = add_samples(project, 12)
    for sample in samples:
        seed(sample, SEED_TEXT)
    for _ in samples:
        mark(project, people.ada)
    for _ in samples:
        describe(project, people.ben, "A red kite in a grey sky.")
    starts = []
    for _ in samples:
        held = claim(project, people.cleo)
        first = get(people.cleo, f"assignments/{held.pk}")
        assert get(people.cleo, f"assignments/{held.pk}")["texts"] == first["texts"]
        starts.append(first["start_key"])
        submit(held, {"text": "Something quite different"})
    assert set(starts) == {"a", "b"}, "one order for all tells which text is the model's"


def test_the_sizes_of_ids_do_not_tell_who_made_an_object(people: Cast, project: Project) -> None:
    """Seeded objects have ids like those a browser makes: twelve hexadecimal digits."""
    photos = Path(__file__).parents[2] / "deploy" / "demo" / "photos"
    classical = backends.get("classical")
    with Pixels.open(photos / "coffee.jpg") as picture:
        made = make_seeds(
            picture.resize((200, 150)),
            recipe=project.recipe,
            detector=classical.detector(),
            captioner=classical.captioner(),
            hints={},
        )
    ids = [item["id"] for item in made.seeds[0].value["objects"]]
    assert ids
    assert all(re.fullmatch("[0-9a-f]{12}", each) for each in ids)


def test_the_project_tells_an_annotator_no_recipe(blind: Project, people: Cast) -> None:
    """The number of rounds would tell them their place in the row."""
    assert get(people.cleo, f"projects/{blind.pk}")["recipe"] is None
    assert [each["recipe"] for each in get(people.cleo, "projects")] == [None]
    assert get(people.owner, f"projects/{blind.pk}")["recipe"]["name"] == "iiw"


def test_a_conflict_of_drafts_shows_only_the_draft(blind: Project, people: Cast) -> None:
    held = claim(blind, people.cleo)
    draft(held, "Mine", version=0)
    answer = client_of(people.cleo).put(
        f"/api/v1/assignments/{held.pk}/draft",
        {"version": 0, "answer": {"text": "Other"}},
        format="json",
    )
    details = answer.json()["error"]["details"]
    assert set(details) == {"version", "answer", "saved_at", "scratch_reason", "looked_at"}
    assert details["answer"] == {"text": "Mine"}
