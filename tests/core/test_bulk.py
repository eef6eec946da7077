"""What is written in bulk is read as it was, and keys drawn ahead are nobody else's."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, connection, transaction

from annotate.core import bulk
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow.models import Sample, Transition
from tests.conftest import add_samples
from tests.far_ids import start_ids_at

pytestmark = pytest.mark.django_db

ODD = ["\\N", "\\.", "a\\tb", "tab\there", "two\nlines\r", "'\"", "", "Ä🙂", "\\", "{}"]
AT = datetime(2026, 5, 17, 12, 30, 15, 123456, tzinfo=UTC)


def picture(project: Project, name: str, number: int) -> Image:
    return Image(
        project=project,
        name=name,
        external_id=f"{number}",
        sha256=f"{number:064x}",
        format="jpeg",
        width=4,
        height=3,
        bytes=2**40,
        metadata={name or "none": name},
        created_at=AT,
    )


def test_any_text_and_time_comes_back_as_it_was(project: Project) -> None:
    written = [picture(project, name, number) for number, name in enumerate(ODD)]
    bulk.insert(Image, written)
    for image in written:
        known = Image.objects.get(pk=image.pk)
        assert [(known.name, known.metadata, known.created_at, known.bytes)] == [
            (image.name, {image.name or "none": image.name}, AT, 2**40)
        ]


def test_an_instance_written_in_bulk_can_be_saved_again(project: Project) -> None:
    image = picture(project, "a.jpg", 1)
    bulk.insert(Image, [image])
    image.name = "b.jpg"
    image.save()
    assert Image.objects.get().name == "b.jpg"


def test_lines_share_what_is_the_same_and_may_leave_nulls(project: Project) -> None:
    [sample] = add_samples(project, 1, opened=False)
    bulk.insert_lines(
        Transition,
        ("subject_id", "detail"),
        [(1, {"a": "b"}), (2, {})],
        sample_id=sample.pk,
        subject="task",
        from_state="",
        to_state="open",
        reason="opened",
        at=AT,
    )
    rows = Transition.objects.filter(sample=sample, subject="task").order_by("subject_id")
    told = [(row.subject_id, row.detail, row.actor_id, row.at) for row in rows]
    assert told == [(1, {"a": "b"}, None, AT), (2, {}, None, AT)]


def test_keys_drawn_ahead_are_given_to_nobody_else(project: Project) -> None:
    [first] = add_samples(project, 1, opened=False)
    with transaction.atomic():
        drawn = bulk.keys(Sample, 3)
        images = [picture(project, "a.jpg", number) for number in range(3)]
        bulk.insert(Image, images)
        rows = zip(drawn, images, strict=True)
        bulk.insert(Sample, [Sample(id=key, project=project, image=image) for key, image in rows])
    [after] = add_samples(project, 1, opened=False)
    assert len({first.pk, *drawn, after.pk}) == 5


def test_a_row_that_may_not_be_twice_is_refused_as_the_orm_refuses_it(project: Project) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        bulk.insert(Image, [picture(project, name, 7) for name in "ab"])
    assert not Image.objects.filter(project=project).exists()


def test_nothing_is_written_for_no_rows() -> None:
    bulk.insert(Image, [])
    bulk.insert_lines(Sample, ("id",), [])
    assert bulk.keys(Sample, 0) == []


def test_lines_with_another_number_of_values_than_names_are_refused() -> None:
    for lines in ([(1, "a", 2)], [(1,)], [(1, "a"), (2,)]):
        with pytest.raises(ValueError, match="zip"):
            bulk.insert_lines(Sample, ("id", "split"), lines)


def test_drawn_keys_pass_over_rows_that_the_counter_does_not_know(project: Project) -> None:
    samples = add_samples(project, 3, opened=False)
    if connection.vendor == "sqlite":  # PostgreSQL knows its sequence alone
        start_ids_at(Sample, 1)
    with transaction.atomic():
        assert min(bulk.keys(Sample, 2)) > max(sample.pk for sample in samples)
