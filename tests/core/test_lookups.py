"""`among` finds what `in` finds, with one parameter for all values."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow.models import Sample, Task
from tests.conftest import add_samples

ODD = ['a "b"', "c\\d", "{e,f}", "NULL", "", " g ", "Ä🙂\n", "'%s'"]


@pytest.mark.django_db
def test_texts_of_any_kind_are_found(project: Project) -> None:
    samples = add_samples(project, len(ODD))
    for sample, name in zip(samples, ODD, strict=True):
        Image.objects.filter(pk=sample.image_id).update(name=name)
    for name in ODD:
        assert [image.name for image in Image.objects.filter(name__among=[name])] == [name]
    assert Image.objects.filter(name__among=[*ODD, "nowhere"]).count() == len(ODD)
    assert not Image.objects.filter(name__among=["null", "g", "e"]).exists()


@pytest.mark.django_db
def test_numbers_are_found_and_changed_and_what_refers_to_them(project: Project) -> None:
    one, other, third = add_samples(project, 3)
    wanted = {one.pk, other.pk, 2**62}
    assert set(Sample.objects.filter(pk__among=wanted)) == {one, other}
    assert Task.objects.filter(sample__among=wanted).count() == 2
    assert Sample.objects.filter(pk__among=iter(wanted)).update(round=7) == 2
    third.refresh_from_db()
    assert third.round != 7


@pytest.mark.django_db
def test_nothing_is_among_none(project: Project) -> None:
    add_samples(project, 1)
    assert not Sample.objects.filter(pk__among=[]).exists()
    assert Sample.objects.exclude(pk__among=[]).count() == 1


@pytest.mark.django_db
def test_all_values_are_one_parameter_where_there_are_arrays(project: Project) -> None:
    with CaptureQueriesContext(connection) as captured:
        list(Sample.objects.filter(pk__among=range(900)))
    has_arrays = connection.vendor == "postgresql"
    written = "= ANY('{0,1,2," if has_arrays else "IN (0, 1, 2,"
    assert written in captured.captured_queries[0]["sql"]
