"""Objects and texts that come in as finished answers are over with their stages, and are nobody's
work here."""

import json

import pytest

from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, DailyStats, Sample, Task
from annotate.workflow.services.counters.rebuild import rebuild
from tests.conftest import Cast, NewProject, client_of
from tests.dashboards.scene import shown
from tests.exchange.answered import BOTH, DOG, OBJECTS, TEXT, answered, brought
from tests.exchange.listed import told
from tests.exchange.test_exporting_iiw import exported
from tests.workflow.acts import claim, mark, thing, use_recipe, why_nothing

pytestmark = pytest.mark.django_db
# In pictures of tests, which are smaller than a photo.
TREE = thing(box=DOG["box"])


def sample_of(project: Project) -> Sample:
    return Sample.objects.get(project=project, image__external_id="a.jpg")


def test_a_picture_with_every_answer_is_finished_and_nobody_is_asked(
    project: Project, people: Cast
) -> None:
    import_ = answered(project, people.lead, BOTH)
    assert told(import_) == ({"objects": 1, "texts": 1, "given": 1}, {})
    assert brought(project) == [("objects", 1, "study 2019"), ("description", 1, "study 2019")]
    assert sample_of(project).state == "done"
    assert why_nothing(project, people.ada) is not None
    assert not Task.objects.exists()


def test_it_says_who_brought_it_from_which_file(project: Project, people: Cast) -> None:
    answered(project, people.lead, BOTH)
    path = f"/api/v1/samples/{sample_of(project).pk}"
    stages = client_of(people.reviewer).get(path).json()["stages"]
    for stage in stages:
        [answer] = stage["annotations"]
        assert answer["origin"] == "import"
        assert (answer["author"], answer["verdict"], answer["active_seconds"]) == (None, None, 0)
        assert answer["brought_in"]["file"] == "boxes.zip"
        assert answer["brought_in"]["by"]["username"] == "leo"


def test_it_is_nobodys_work(project: Project, people: Cast) -> None:
    answered(project, people.lead, BOTH)
    assert not Assignment.objects.exists()
    assert not DailyStats.objects.exists()
    found = rebuild(project)
    assert (found.repaired, found.daily_stats, found.labels) == (0, 0, 0)
    overview = shown(people, project, "overview")
    assert (overview["days"], overview["rounds"]) == ([], [])
    client = client_of(people.lead)
    reviewed = client.get(f"/api/v1/projects/{project.pk}/review?state=all").json()
    assert reviewed["results"] == []
    agreement = client.get(f"/api/v1/projects/{project.pk}/agreement").json()
    assert not [stage for stage in agreement["stages"] if stage.get("items")]


def test_who_writes_next_sees_the_objects_and_not_where_they_are_from(
    project: Project, people: Cast
) -> None:
    answered(project, people.lead, OBJECTS)
    sample = sample_of(project)
    assert sample.state == "waiting"
    services.open_samples(project=project, samples=[sample])
    sample.refresh_from_db()
    assert (sample.state, sample.stage_key) == ("open", "description")
    task = client_of(people.ada).post(f"/api/v1/projects/{project.pk}/claim", {}, format="json")
    [given] = Annotation.objects.get(origin="import").value["objects"]
    [seen] = task.json()["assignment"]["objects"]
    assert (seen["label"], seen["box"]) == (given["label"], given["box"])
    assert seen["id"] != given["id"]
    sent = task.content.decode()
    assert not [word for word in ('"import', "boxes.zip", "manifest", "leo") if word in sent]


def test_a_text_alone_leaves_the_objects_to_people_and_ends_the_picture(
    project: Project, people: Cast
) -> None:
    answered(project, people.lead, TEXT)
    services.open_samples(project=project, samples=[sample_of(project)])
    mark(project, people.ada, TREE)
    assert sample_of(project).state == "done"
    assert rebuild(project).repaired == 0
    assert why_nothing(project, people.ben) is not None


def test_what_is_over_is_not_asked_again_after_a_rejection(project: Project, people: Cast) -> None:
    answered(project, people.lead, TEXT)
    services.open_samples(project=project, samples=[sample_of(project)])
    held = mark(project, people.ada, TREE)
    assert held.answer is not None
    services.set_verdict(
        annotation=held.answer, verdict="rejected", actor=people.lead, reason="No.", requeue=True
    )
    assert sample_of(project).stage_key == "objects"
    mark(project, people.ben, TREE)
    assert sample_of(project).state == "done"
    assert not Task.objects.filter(stage_key="description").exists()


def test_work_that_has_begun_keeps_its_rounds(project: Project, people: Cast) -> None:
    answered(project, people.lead, {"file": "a.jpg"})
    services.open_samples(project=project, samples=[sample_of(project)])
    held = claim(project, people.ada)
    import_ = answered(project, people.lead, BOTH)
    # Nobody had come to the description yet.
    assert told(import_) == ({"objects": 1, "texts": 1, "given": 1}, {"left_begun": 1})
    assert brought(project) == [("description", 1, "study 2019")]
    assert held.task.stage_key == "objects"


def test_a_repetition_gives_nothing_twice_and_another_answer_of_a_stage_is_counted(
    project: Project, people: Cast
) -> None:
    answered(project, people.lead, BOTH)
    assert told(answered(project, people.lead, BOTH))[0].get("given", 0) == 0
    other = answered(project, people.lead, {**BOTH, "text": "A dog rests."})
    assert told(other)[1] == {"left_begun": 1}
    assert len(brought(project)) == 2


def test_exports_have_it_as_the_final_answer_and_say_that_it_was_imported(
    project: Project, people: Cast
) -> None:
    answered(project, people.lead, BOTH)
    [line] = exported(project)[0].splitlines()
    row = json.loads(line)
    assert row["IIW"] == "A dog sleeps."
    assert [one["label"] for one in row["objects"]] == ["dog"]
    assert [(one["origin"], one["annotator"], one["producer"]) for one in row["rounds"]] == [
        ("import", None, "study 2019"),
        ("import", None, "study 2019"),
    ]


def test_an_answer_needs_the_shape_of_its_kind_and_no_more(project: Project, people: Cast) -> None:
    bare = {**OBJECTS, "objects": [{**DOG, "description": ""}]}
    assert told(answered(project, people.lead, bare))[0]["given"] == 1
    wrong = answered(project, people.lead, {"file": "b.jpg", "objects": [{**DOG, "label": " "}]})
    [problem] = wrong.problems.all()
    assert (problem.field, problem.code) == ("objects[0].label", "label_empty")


def test_where_nothing_is_seeded_the_answers_come_before_anybody_is_asked(
    new_project: NewProject, people: Cast
) -> None:
    project = new_project()
    use_recipe(
        project,
        {"key": "marks", "kind": "objects.v1"},
        {"key": "boxes", "kind": "objects.v1"},
        {"key": "words", "kind": "description.v1"},
    )
    answered(project, people.lead, BOTH, objects_stage="boxes")
    sample = sample_of(project)
    assert (sample.state, sample.stage_key) == ("open", "marks")
    assert brought(project) == [("boxes", 1, "study 2019"), ("words", 1, "study 2019")]
    claim(project, people.ada, "marks")


def test_choices_are_the_stages_that_fit_with_the_usual_one_first(
    new_project: NewProject, people: Cast
) -> None:
    project = new_project()
    client = client_of(people.lead)
    path = f"/api/v1/projects/{project.pk}/imports/choices"

    def choices() -> dict[str, tuple[list[str], list[str]]]:
        return {
            one["given_as"]: ([s["key"] for s in one["objects"]], [s["key"] for s in one["texts"]])
            for one in client.get(path).json()["given"]
        }

    both = (["objects"], ["description"])
    always: dict[str, tuple[list[str], list[str]]] = {"nothing": ([], []), "texts": ([], [])}
    assert choices() == {"seeds": both, "answers": both, **always}
    use_recipe(project, {"key": "one", "kind": "caption.v1", "mode": "parallel", "rounds": 5})
    assert choices() == {"answers": ([], ["one"]), **always}
