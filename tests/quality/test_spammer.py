"""One careless person among careful ones: every flag fires, and none is without its numbers."""

from random import Random

import pytest

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import add_guideline
from annotate.quality import wording
from annotate.quality.models import Evidence, Flag
from annotate.quality.services import jobs
from annotate.quality.services.jobs import change_settings
from annotate.workflow.models import Assignment, Sample
from tests.conftest import Cast
from tests.quality.checks_at_once import run_checks
from tests.quality.scene import (
    CANNED,
    caption_recipe,
    captioned,
    crew,
    give,
    hit_of,
    new_samples,
    sentence,
)
from tests.quality.test_checks_on_demand import run_all

pytestmark = pytest.mark.django_db

RULE = "Describe all parts of the image that are important to know."
COPY = "A very wonderful view of the place and well worth seeing"
# What the spammer sends, one per image.
SPAM = (
    captioned(CANNED),
    captioned(CANNED),
    captioned(CANNED),
    captioned(CANNED),
    captioned("THE PICTURE. IT IS OF BAD QUALITY. CALL +44 20 7946 0958"),
    captioned(RULE, text_detected=False),
    captioned(COPY),
    captioned(COPY),
)
EXPECTED = {
    "time_outlier_hit",
    "time_outlier_image",
    "time_outlier_platform",
    "capitals",
    "quality_words",
    "text_minority",
    "canned_alone",
    "not_canned_alone",
    "canned_often",
    "near_duplicate",
    "pasted_instruction",
    "early_warning",
    "random_sample",
    "rule:banned_opening",
    "rule:several_sentences",
    "rule:phone_number",
}


def careful(sample: Sample, user: User) -> dict[str, object]:
    return captioned(sentence(sample.pk, user.pk), text_detected=True)


@pytest.fixture
def spammer(project: Project, people: Cast) -> User:
    """Five careful people and one who is not; of the last image all others give up."""
    caption_recipe(project, people=6)
    add_guideline(project=project, actor=people.owner, body=f"# How to write\n\n{RULE}\n")
    *team, spammer = crew(project, 6)
    samples = new_samples(project, len(SPAM))
    for place, user in enumerate(team):
        hit = hit_of(project, user, seconds=8 * (80 + place))
        for sample in samples:
            hard = sample == samples[-1]
            answer = captioned(CANNED) if hard else careful(sample, user)
            give(sample, user, answer, seconds=60 + place, hit=hit)
    hit = hit_of(project, spammer, seconds=8)
    for sample, answer in zip(samples, SPAM, strict=True):
        give(sample, spammer, answer, seconds=1, hit=hit)
    return spammer


def test_every_flag_fires(project: Project, people: Cast, spammer: User) -> None:
    run_checks(project=project)
    random = {"count": 48, "seed": 7}
    run_all(jobs.start_checks(project=project, actor=people.owner, random=random))
    found = Flag.objects.filter(annotator=spammer, state="open")
    assert set(found.values_list("code", flat=True)) >= EXPECTED
    others = Flag.objects.exclude(annotator=spammer).exclude(code="random_sample")
    assert list(others.values_list("code", flat=True)) == []


def test_the_spammers_numbers(project: Project, spammer: User) -> None:
    """Times 60 to 64 and 1 s: mean 51.8333, population SD 22.7692, z = -2.2325."""
    run_checks(project=project)
    first = Assignment.objects.filter(annotator=spammer).order_by("answer_id")[0]
    flags = {flag.code: flag.numbers for flag in first.flags.all()}
    assert flags["time_outlier_image"]["mean"] == 51.8333
    assert flags["time_outlier_image"]["z"] == -2.2325
    assert flags["time_outlier_hit"]["z"] == -2.2325
    assert flags["time_outlier_platform"]["seconds"] == 1
    assert flags["canned_often"] == {"canned": 4, "images": 8, "share": 0.5, "limit": 0.5}


def test_flags_alone_change_nothing_for_anybody(project: Project, spammer: User) -> None:
    run_checks(project=project)
    spammer.refresh_from_db()
    assert not spammer.is_blocked
    assert not spammer.memberships.filter(is_blocked=True).exists()
    assert set(Assignment.objects.values_list("verdict", flat=True)) == {"unreviewed"}


@pytest.mark.parametrize("seed", range(6))
def test_no_flag_is_without_its_numbers(project: Project, people: Cast, seed: int) -> None:
    """Whatever people send: each flag has numbers, a sentence that says them, and evidence."""
    draw = Random(seed)
    size = draw.randint(2, 7)
    caption_recipe(project, people=size)
    change_settings(
        project=project, actor=people.owner, changes={"early_min_answers": 1, "early_min_people": 2}
    )
    team = crew(project, size)
    first, *samples = new_samples(project, 4)
    give(first, team[0], SPAM[4])
    for sample in samples:
        for user in draw.sample(team, draw.randint(1, size)):
            spam = draw.choice(SPAM)
            answer = draw.choice([spam, careful(sample, user)])
            give(sample, user, answer, seconds=draw.choice([0, 1, 60, 61, 900]))
    run_checks(project=project)
    flags = list(Flag.objects.all())
    assert flags
    for flag in flags:
        assert flag.numbers
        assert str(wording.explain(flag.code, flag.numbers)).endswith((".", "”", "?"))
        assert wording.about(flag.code).title
        newest = Evidence.objects.filter(flag=flag).order_by("-pk")[0]
        assert newest.numbers == flag.numbers
