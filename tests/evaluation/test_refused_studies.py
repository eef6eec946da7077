"""A study that cannot be is refused by the field that says so."""

from typing import Any

import pytest

from annotate.core import errors
from annotate.evaluation.models import Study
from annotate.projects.models import Project
from tests.conftest import add_samples
from tests.evaluation.texts_scene import make, source_of, text_file, two_files
from tests.workflow.acts import paths_of

pytestmark = pytest.mark.django_db

WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"design": "likert.v1", "sources": []}, "sources", "wrong_number"),
    ({"sources": [{"type": "final", "stage": "description"}]}, "sources", "wrong_number"),
    ({"sources": [{"type": "poem"}, {"type": "file"}]}, "sources[0].source.type", "not_a_choice"),
    (
        {"sources": [{"type": "final", "stage": "description"}] * 2},
        "sources[1].source",
        "same_source",
    ),
    ({"metrics": [{"key": "No Slug", "title": "x", "help": ""}]}, "metrics[0].key", "wrong_form"),
    ({"raters": [999_999]}, "raters[0]", "unknown_user"),
]


@pytest.mark.parametrize(("wishes", "path", "code"), WRONG)
def test_what_cannot_be_is_refused_by_its_field(
    project: Project, wishes: dict[str, Any], path: str, code: str
) -> None:
    sources = two_files(project, 1)
    if "sources" in wishes:
        named = [{"source": each, "title": str(n)} for n, each in enumerate(wishes["sources"])]
        wishes, sources = {k: v for k, v in wishes.items() if k != "sources"}, named
    with pytest.raises(errors.Invalid) as refused:
        make(project, sources, **wishes)
    assert path in [where for where, _ in paths_of(refused.value)]
    assert (path, code) in paths_of(refused.value) or code == "wrong_form"
    assert not Study.objects.exists()


def test_two_sources_need_two_titles(project: Project) -> None:
    sources = [each | {"title": "A"} for each in two_files(project, 1)]
    with pytest.raises(errors.Invalid) as refused:
        make(project, sources)
    assert paths_of(refused.value) == [("sources[1].title", "same_title")]


def test_a_study_of_nothing_is_refused(project: Project) -> None:
    samples = add_samples(project, 2)
    sources = [
        {"source": source_of(text_file(project, [sample], name)), "title": name}
        for sample, name in zip(samples, ("one", "two"), strict=True)
    ]
    with pytest.raises(errors.Invalid) as refused:
        make(project, sources)
    assert paths_of(refused.value) == [("sources", "nothing_to_judge")]
