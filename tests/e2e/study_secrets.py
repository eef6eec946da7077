"""What nobody who judges may be told, and the search for it in all that a browser was sent."""

import json
import re
from typing import Any

from tests.e2e.installation import Served
from tests.e2e.study_acts import Heard
from tests.workflow.test_blindness import walk

# Where the ids begin that a rater must not be told: no other number comes near them.
FAR = {
    "projects.Project": 71_000_000,
    "evaluation.Study": 72_000_000,
    "evaluation.StudyItem": 73_000_000,
    "evaluation.TextFile": 74_000_000,
    "evaluation.FileText": 75_000_000,
    "workflow.Annotation": 76_000_000,
    "workflow.Sample": 77_000_000,
    "people.User": 78_000_000,
    "evaluation.StudyStimulus": 79_000_000,
}
_START = """
from django.apps import apps
from tests.far_ids import start_ids_at
for name, number in {far!r}.items():
    start_ids_at(apps.get_model(name), number)
"""
# Everything of the study and of the project it was made in, except what judging itself shows.
_HIDDEN = """
import json
from annotate.evaluation.models import FileText, Study, StudyItem, StudyStimulus, TextFile
from annotate.workflow.models import Annotation, Sample
study = Study.objects.get(name={name!r})
there = [Annotation, Sample, TextFile]
numbers = [study.pk, study.seed, study.project_id, study.project.seed, study.work.seed]
numbers += [pk for model in there
            for pk in model.objects.filter(project=study.project).values_list("pk", flat=True)]
numbers += FileText.objects.filter(file__project=study.project).values_list("pk", flat=True)
numbers += StudyItem.objects.filter(study=study).values_list("pk", flat=True)
numbers += StudyItem.objects.filter(study=study).values_list("presentation", flat=True)
stimuli = StudyStimulus.objects.filter(item__study=study)
numbers += stimuli.values_list("pk", flat=True)
numbers += stimuli.values_list("annotation", flat=True)
numbers += study.authors.values_list("user", flat=True)
print(json.dumps(numbers))
"""
TELLING = re.compile(
    r"flip|position|source|stud(y|ies)|author|origin|producer|(^|_)(first|second|file)(_|$)",
    re.IGNORECASE,
)


def let_ids_begin_far_away(served: Served) -> None:
    """Make every id that comes to be from now on one that is found by no chance."""
    served.manage("shell", "--verbosity", "0", "-c", _START.format(far=FAR))


def numbers_of(served: Served, name: str) -> list[int]:
    """Return every id and seed of a study and its project that must stay hidden."""
    told = served.manage("shell", "--verbosity", "0", "-c", _HIDDEN.format(name=name))
    found: list[Any] = json.loads(told.strip().splitlines()[-1])
    return [int(each) for each in found if each is not None]


def expect_blind(heard: Heard, words: list[str], hidden: list[int]) -> set[frozenset[str]]:
    """Find none of this in any body, nor a key in JSON that could tell it.

    Returns:
        The texts that were shown together.

    Args:
        words: what nobody who judges may read.
        hidden: ids and seeds, none of which may stand in a body as a number.
    """
    numbers = re.compile(rb"(?<!\d)(%s)(?!\d)" % b"|".join(b"%d" % each for each in hidden))
    assert len(heard.of_api()) >= 20
    for url, body in heard.bodies:
        assert "/studies" not in url
        for word in words:
            assert word.encode() not in body, f"{url} names {word}"
        found = numbers.search(body)
        assert found is None, f"{url} has {found[0].decode()}"
    shown: set[frozenset[str]] = set()
    for url, body in heard.of_api():
        if not body or "/content" in url or body[:1] not in b"{[":
            continue
        for path, key, value in walk(json.loads(body)):
            assert not TELLING.search(key), f"{url} has {path}"
            if key == "texts" and isinstance(value, list) and len(value) > 1:
                shown.add(frozenset(map(str, value)))
    return shown
