"""Texts that were copied are noticed while they are typed, and refused where a project wants it."""

from typing import Any

import pytest
from django.db import connection

from annotate.core import errors
from annotate.core.prepared import PreparedRows
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import add_guideline
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Assignment
from annotate.workflow.selectors.remembered import SECONDS
from tests.conftest import Cast, Clock, NewProject, add_samples, client_of
from tests.plans import plan_of, rows_read, with_their_rows_counted
from tests.workflow.acts import claim, draft, submit, use_recipe
from tests.workflow.hit_acts import claim_hit, give_hits, in_hit

pytestmark = pytest.mark.django_db

KITE = "A red kite with a long tail flies over three green hills."
TABLES = "workflow_annotation", "workflow_assignment"
RULES = "Write one sentence that tells what is in front of the camera today."


def use_rules(project: Project, **rules: str) -> None:
    use_recipe(project, {"key": "text", "settings": {"rules": rules}})


def found(held: Assignment, user: User, text: str) -> list[str]:
    answered = client_of(user).post(
        f"/api/v1/assignments/{held.pk}/check", {"answer": {"text": text}}, format="json"
    )
    return [problem["code"] for problem in answered.json()["problems"]]


def test_the_instructions_are_no_description(people: Cast, project: Project) -> None:
    use_rules(project)
    add_samples(project, 3)
    add_guideline(project=project, actor=people.owner, body="Something else entirely.")
    add_guideline(project=project, actor=people.owner, body=RULES)
    held = claim(project, people.ada)
    assert found(held, people.ada, RULES.upper()) == ["pasted_instruction"]
    assert found(held, people.ada, KITE) == []


def test_ones_own_text_for_another_image_is_no_description_of_this_one(
    people: Cast, project: Project
) -> None:
    use_rules(project)
    add_samples(project, 3)
    submit(claim(project, people.ada), {"text": KITE})
    assert found(claim(project, people.ada), people.ada, KITE) == ["near_duplicate"]


def test_what_others_wrote_is_not_compared(people: Cast, project: Project) -> None:
    use_rules(project)
    add_samples(project, 3)
    submit(claim(project, people.ben), {"text": KITE})
    assert found(claim(project, people.ada), people.ada, KITE) == []


def test_a_text_typed_for_another_image_of_the_same_hit_counts_before_it_is_sent(
    people: Cast, project: Project
) -> None:
    give_hits(project)
    add_samples(project, 3)
    first, second, _ = in_hit(claim_hit(project, people.ada))
    assert found(second, people.ada, KITE) == []
    draft(first, KITE, version=0)
    assert found(second, people.ada, KITE) == ["near_duplicate"]
    assert found(first, people.ada, KITE) == []


def test_a_copy_can_be_sent_unless_the_project_refuses_it(people: Cast, project: Project) -> None:
    use_rules(project)
    add_samples(project, 3)
    submit(claim(project, people.ada), {"text": KITE})
    submit(claim(project, people.ada), {"text": KITE})
    use_rules(project, near_duplicate="block")
    with pytest.raises(errors.Invalid) as refused:
        submit(claim(project, people.ada), {"text": KITE})
    assert [field.code for field in refused.value.fields] == ["near_duplicate"]


def test_where_no_rule_is_on_nothing_is_looked_up(
    people: Cast,
    project: Project,
    time: Clock,
    django_assert_max_num_queries: Any,
) -> None:
    use_rules(project)
    add_samples(project, 3)
    add_guideline(project=project, actor=people.owner, body=RULES)
    held = claim(project, people.ada)
    with django_assert_max_num_queries(40) as advised:
        found(held, people.ada, KITE)
    use_rules(project, near_duplicate="off", pasted_instruction="off")
    time.forward(seconds=SECONDS + 1)  # until then advice may be by the rules of before
    with django_assert_max_num_queries(len(advised) - 2):
        assert found(held, people.ada, RULES) == []


def test_what_a_check_reads_does_not_grow_with_what_anybody_has_written(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Catches a plan that goes along all answers of the person, or of the project, to find five.

    Most texts are a model's, so that answers of people look rare to who counts each column alone.
    """
    if connection.vendor != "postgresql":
        pytest.skip("SQLite does not tell how many rows it reads.")
    use_rules(project)
    monkeypatch.setattr(answers, "MOST_EARLIER", 5)
    monkeypatch.setattr(answers, "_SUBMITTED", PreparedRows(answers._SUBMITTED._build))
    add_samples(project, 451)
    [unopened] = add_samples(project, 1, opened=False)
    model = {"stage_key": "text", "index": 0, "kind": "description.v1", "origin": "model"}
    Annotation.objects.bulk_create(
        Annotation(project=project, sample=unopened, value={"text": "A text"}, **model)
        for _ in range(600)
    )
    for number in range(150):
        for person in (people.ada, people.ben, people.cleo):
            submit(claim(project, person), {"text": f"{KITE} {number}"})
    held = claim(project, people.ada)
    with_their_rows_counted(Annotation, Assignment)
    before = {table: rows_read(table) for table in TABLES}
    earlier = answers._earlier(held, project.recipe.stage("text"))
    assert earlier == tuple(f"{KITE} {number}" for number in range(149, 144, -1))
    read = {table: rows_read(table) - number for table, number in before.items()}
    # With what is in hand, which comes before all that has ended.
    assert read == dict.fromkeys(TABLES, 5) | {"workflow_assignment": 6}, plan_of("LIMIT")


def test_texts_of_other_projects_are_not_compared(
    people: Cast, project: Project, new_project: NewProject
) -> None:
    other = new_project()
    for each in (project, other):
        use_rules(each)
        add_samples(each, 2)
    submit(claim(other, people.ada), {"text": KITE})
    assert found(claim(project, people.ada), people.ada, KITE) == []
