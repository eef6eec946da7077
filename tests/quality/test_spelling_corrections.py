"""Texts are corrected beside the answers, which stay as they were submitted."""

import pytest

from annotate.core import errors
from annotate.core.appendonly import AppendOnlyError
from annotate.projects.models import AuditEvent, Project
from annotate.quality.models import Correction, Suggestion
from annotate.quality.schemas.spelling import AcceptedSpelling
from annotate.quality.selectors import spelling as selectors
from annotate.quality.services import spelling
from annotate.workflow.models import Sample
from tests.conftest import Cast, NewProject, add_samples
from tests.quality.spelling_scene import accept, caption, check, doubted, one, text
from tests.workflow.acts import use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture
def project(new_project: NewProject) -> Project:
    made = new_project()
    use_recipe(
        made,
        {"key": "caption", "kind": "caption.v1", "mode": "parallel", "rounds": 5},
        {"key": "objects", "kind": "objects.v1"},
    )
    return made


@pytest.fixture
def sample(project: Project) -> Sample:
    return add_samples(project, 1, opened=False)[0]


def test_a_correction_is_a_row_and_the_annotation_stays(
    project: Project, people: Cast, sample: Sample
) -> None:
    typed = "A bag of hazlenut wafers lies on a wooden tabel"
    answer = caption(sample, typed)
    check(project, people)
    accept(project, people, *Suggestion.objects.all())
    answer.refresh_from_db()
    assert answer.value["text"] == typed
    assert text(answer) == "A bag of hazelnut wafers lies on a wooden table"
    row = Correction.objects.get(before="tabel")
    assert (row.start, row.end, row.after, row.made_by) == (42, 47, "table", people.owner)
    event = AuditEvent.objects.get(verb="spelling.accepted")
    assert (event.actor, event.data["number"]) == (people.owner, 2)


def test_a_lead_may_write_another_word(project: Project, people: Cast, sample: Sample) -> None:
    answer = caption(sample, "A lamp stands on a wooden tabel")
    check(project, people)
    accept(project, people, one(project, "tabel"), replacement="  tablet ")
    assert text(answer) == "A lamp stands on a wooden tablet"


@pytest.mark.parametrize("replacement", ["", "   ", "x" * 101])
def test_a_replacement_that_is_none_is_refused_and_nothing_changes(
    project: Project, people: Cast, sample: Sample, replacement: str
) -> None:
    caption(sample, "A lamp stands on a wooden tabel")
    check(project, people)
    row = one(project, "tabel")
    outcome = accept(project, people, row, replacement=replacement)
    assert (outcome.done, [each.id for each in outcome.failed]) == (0, [row.pk])
    row.refresh_from_db()
    assert row.state == "open"
    assert not Correction.objects.exists()


def test_accepting_twice_corrects_once(project: Project, people: Cast, sample: Sample) -> None:
    answer = caption(sample, "A lamp stands on a wooden tabel")
    check(project, people)
    row = one(project, "tabel")
    assert accept(project, people, row).done == 1
    again = accept(project, people, row)
    assert (again.done, again.failed[0].code) == (0, "not_open")
    both = accept(project, people, row, row)
    assert both.done == 0
    assert Correction.objects.count() == 1
    assert text(answer) == "A lamp stands on a wooden table"


def test_suggestions_that_overlap_cannot_both_be_accepted(
    project: Project, people: Cast, sample: Sample
) -> None:
    """A later version of the checker may cut words otherwise, so that two rows share letters."""
    answer = caption(sample, "A lamp stands on a wooden tabel")
    check(project, people)
    first = one(project, "tabel")
    other = Suggestion.objects.create(
        project=project,
        annotation=answer,
        path="text",
        start=19,
        end=31,
        word="wooden tabel",
        options=[{"word": "wood table", "confidence": 0.5}],
        confidence=0.5,
    )
    assert accept(project, people, first).done == 1
    outcome = accept(project, people, other)
    assert outcome.failed[0].code == "overlaps"
    other.refresh_from_db()
    assert other.state == "open"
    spelling.undo(project=project, actor=people.owner, ids=[first.pk])
    assert accept(project, people, other).done == 1
    assert text(answer) == "A lamp stands on a wood table"


def test_what_was_done_can_be_taken_back_and_done_again(
    project: Project, people: Cast, sample: Sample
) -> None:
    answer = caption(sample, "A lamp stands on a wooden tabel")
    check(project, people)
    row = one(project, "tabel")
    accept(project, people, row)
    assert spelling.undo(project=project, actor=people.lead, ids=[row.pk]).done == 1
    assert text(answer) == answer.value["text"]
    row.refresh_from_db()
    assert row.state == "open"
    accept(project, people, row, replacement="table lamp")
    assert text(answer) == "A lamp stands on a wooden table lamp"
    history = Correction.objects.order_by("pk").values_list("before", "after", "made_by")
    assert list(history) == [
        ("tabel", "table", people.owner.pk),
        ("table", "tabel", people.lead.pk),
        ("tabel", "table lamp", people.owner.pk),
    ]
    nothing = spelling.undo(project=project, actor=people.owner, ids=[one(project, "tabel").pk])
    assert nothing.done == 1
    again = spelling.undo(project=project, actor=people.owner, ids=[row.pk])
    assert again.failed[0].code == "is_open"


def test_a_word_with_a_history_is_not_lost_when_it_is_doubted_no_longer(
    project: Project, people: Cast, sample: Sample
) -> None:
    caption(sample, "A lamp stands on a wooden tabel")
    check(project, people)
    row = one(project, "tabel")
    accept(project, people, row)
    spelling.undo(project=project, actor=people.owner, ids=[row.pk])
    spelling.set_words(project=project, actor=people.owner, words=["tabel"])
    row.refresh_from_db()
    assert row.state == "rejected"
    assert Correction.objects.count() == 2


def test_corrections_are_never_changed(project: Project, people: Cast, sample: Sample) -> None:
    caption(sample, "A lamp stands on a wooden tabel")
    check(project, people)
    accept(project, people, one(project, "tabel"))
    with pytest.raises(AppendOnlyError):
        Correction.objects.update(after="chair")


def test_a_rejected_word_stays_and_may_join_the_words_of_the_project(
    project: Project, people: Cast, sample: Sample
) -> None:
    first = caption(sample, "A lamp stands on a wooden tabel", index=1)
    caption(sample, "A second lamp stands on a long tabel", index=2)
    caption(sample, "A bag of hazlenut wafers lies there", index=3)
    check(project, people)
    row = Suggestion.objects.get(annotation=first)
    outcome = spelling.reject(project=project, actor=people.owner, ids=[row.pk], add_to_words=True)
    assert (outcome.done, outcome.failed) == (1, [])
    assert selectors.words_of(project) == ["tabel"]
    assert doubted(project) == ["hazlenut"], "the same word elsewhere is right, too"
    assert doubted(project, state="rejected") == ["tabel"]
    assert text(first) == first.value["text"]


def test_another_project_is_out_of_reach(
    project: Project, new_project: NewProject, people: Cast, sample: Sample
) -> None:
    caption(sample, "A lamp stands on a wooden tabel")
    check(project, people)
    row = one(project, "tabel")
    other = new_project(name="Other")
    outcome = spelling.accept(
        project=other, actor=people.owner, items=[AcceptedSpelling(id=row.pk)]
    )
    assert outcome.failed[0].code == "not_found"
    assert selectors.words_of(other) == []


@pytest.mark.parametrize("word", ["", "two words", "x" * 101])
def test_what_is_no_word_is_no_word_of_a_project(project: Project, people: Cast, word: str) -> None:
    with pytest.raises(errors.Invalid) as refused:
        spelling.set_words(project=project, actor=people.owner, words=["ikea", word])
    assert refused.value.fields[0].path == "words[1]"
    assert selectors.words_of(project) == []
