"""One figure, one value: every figure of every page is that of a recount from the answers."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from statistics import median
from typing import Any

import pytest

from annotate.analysis.proportions import low_end
from annotate.core.clock import now
from annotate.quality.models import Block
from annotate.workflow.models import Assignment, Batch, Sample, Task
from tests.conftest import Cast, Clock, NewProject, client_of
from tests.promises.fewer_rounds import take_fewer_rounds
from tests.promises.figures import (
    OBJECTS,
    Answer,
    Rounds,
    Story,
    answers_of,
    known,
    mean,
    skips_of,
    standardised,
)
from tests.promises.pages import Page
from tests.workflow import aggregates

pytestmark = pytest.mark.django_db
Counted = tuple[float | None, int]
STORIES = [3, *(pytest.param(seed, marks=pytest.mark.once) for seed in (8, 21))]


@pytest.fixture(params=STORIES, ids="story {}".format)
def story(
    request: pytest.FixtureRequest, people: Cast, new_project: NewProject, time: Clock
) -> Story:
    told = Story(new_project(no_repeat="stage"), people, time, number=request.param)
    while len(answers_of(told)) <= 12:  # what befalls them depends on the numbers of their rows
        told.live(260)
    return told


class Recount:
    """Every page of a project, each figure taken off it and compared."""

    def __init__(self, story: Story, people: Cast) -> None:
        project = story.project
        self.project, self.client = project, client_of(people.owner)
        self.lead = people.lead
        self.answers = answers_of(story)
        self.n = project.recipe.stage("description").stop.n  # type: ignore[union-attr]
        self.alike = Rounds.of(self.answers, {"objects": 1, "description": self.n})
        self.samples = list(Sample.objects.filter(project=project))
        self.pages: list[Page] = []

    def page(self, address: str) -> Page:
        response = self.client.get(f"/api/v1/projects/{self.project.pk}{address}")
        assert response.status_code == 200, (address, response.content)
        self.pages.append(Page(address, response.json()))
        return self.pages[-1]

    def of(self, **where: Any) -> list[Answer]:
        return [one for one in self.answers if all(getattr(one, k) == v for k, v in where.items())]

    # --- parts that several pages share ---------------------------------------------------------

    def states(self, page: Page, *path: Any, samples: Sequence[Sample]) -> None:
        page.take(*path, "samples", right=len(samples))
        for state in ("waiting", "open", "done", "withdrawn"):
            page.take(*path, state, right=sum(one.state == state for one in samples))
        # No story has batches: then nothing waits for one.
        page.take(*path, "waiting_for_batch", right=0)

    def passage(self, page: Page, stage: str, *path: Any) -> None:
        order = list(self.project.recipe.stage_keys)
        here = order.index(stage)
        at = [
            -1
            if one.state == "waiting"
            else 99
            if one.state == "done"
            else order.index(one.stage_key)
            for one in self.samples
            if one.state != "withdrawn"
        ]
        page.take(*path, "before", right=sum(place < here for place in at))
        page.take(*path, "here", right=sum(place == here for place in at))
        page.take(*path, "passed", right=sum(place > here for place in at))

    def tasks(self, page: Page, stage: str, *path: Any) -> None:
        tasks = Task.objects.filter(project=self.project, stage_key=stage, purpose="work")
        held = Assignment.objects.filter(task__in=tasks, state="live").count()
        page.take(*path, "open", right=tasks.filter(state="open").count())
        page.take(*path, "held", right=held)
        page.take(*path, "done", right=len(self.of(stage=stage)))

    def round(self, page: Page, answers: Sequence[Answer], *path: Any) -> None:
        page.take(*path, "submissions", right=len(answers))
        page.take(*path, "from_scratch", right=sum(one.scratch for one in answers))
        page.take(*path, "stopped_early", right=sum(one.stopped for one in answers))

    def spreads(
        self, page: Page, answers: Sequence[Answer], *path: Any, alike: bool = True
    ) -> None:
        page.take_spread(*path, "tokens", values=[one.tokens for one in answers])
        page.take_spread(*path, "seconds", values=[one.seconds for one in answers])
        if alike:
            page.take_spread(*path, "jaccard", values=self.similar(answers))

    def similar(self, answers: Iterable[Answer]) -> list[float]:
        known = self.alike.like_before
        return [known[one.pk] for one in answers if one.pk in known]

    def objects(self, page: Page, answers: Sequence[Answer], *path: Any) -> None:
        for name in OBJECTS:
            page.take(*path, name, right=sum(one.objects[name] for one in answers))

    def against(
        self, page: Page, mine: Sequence[Answer], pool: Sequence[Answer], *path: Any
    ) -> None:
        """A person's means beside what the others would have in the same rounds."""
        names = {"seconds": "seconds", "edit_share": "edit_share", "jaccard": "like_base"}
        for figure, name in {**names, "tokens": "tokens"}.items():
            own = known(mine, name)
            page.take(*path, figure, "n", right=len(own))
            page.take(*path, figure, "mean", right=mean(own))
            page.take(*path, figure, "pool_mean", right=standardised(mine, pool, name))

    # --- the pages ------------------------------------------------------------------------------

    def overview(self) -> None:
        page = self.page("/overview")
        self.states(page, "progress", samples=self.samples)
        for place, row in enumerate(page.told["progress"]["by_stage"]):
            self.passage(page, row["key"], "progress", "by_stage", place)
            self.tasks(page, row["key"], "progress", "by_stage", place)
        for place, row in enumerate(page.told["progress"]["by_split"]):
            only = [one for one in self.samples if one.split == row["split"]]
            self.states(page, "progress", "by_split", place, samples=only)
        self.forecast(page)
        for place, row in enumerate(page.told["rounds"]):
            answers = self.of(stage=row["stage"], index=row["index"])
            path = ("rounds", place)
            self.round(page, answers, *path)
            page.take(*path, "tokens_mean", right=mean([one.tokens for one in answers]))
            page.take(*path, "active_seconds_mean", right=mean([one.seconds for one in answers]))
            page.take(*path, "jaccard_mean", right=mean(self.similar(answers)))
            page.take(*path, "edit_distance_mean", right=mean(known(answers, "edits")))
            page.take_spread(
                "time_per_task", place, "seconds", values=[one.seconds for one in answers]
            )
        self.objects(page, self.answers, "objects")
        for place, row in enumerate(page.told["days"]):
            today = [one for one in self.answers if one.day.isoformat() == row["day"]]
            done = [one.finished_at for one in self.samples if one.state == "done"]
            ended = sum(at is not None and at.date().isoformat() == row["day"] for at in done)
            page.take("days", place, "submissions", right=len(today))
            page.take("days", place, "finished_samples", right=ended)
        # Who may take what is compared with claims in tests of progress.
        page.taken |= {("blocked", name) for name in page.told["blocked"]}

    def forecast(self, page: Page) -> None:
        left = sum(one.state in ("open", "waiting") for one in self.samples)
        today = now().date()
        skipped = Assignment.objects.filter(project=self.project, state="skipped")
        looked = [at.date() for at in skipped.values_list("ended_at", flat=True) if at is not None]
        # Who looks at an image and passes it by has begun, too.
        first = min([*looked, *(one.day for one in self.answers)])
        days = min((today - first).days, 28) if left else 0
        page.take("forecast", "remaining", right=left)
        page.take("forecast", "days_seen", right=days)
        done = [one.finished_at.date() for one in self.samples if one.finished_at is not None]
        finished = sum(today - timedelta(days=days) <= day < today for day in done)
        if not left or days < 7 or not finished:
            page.take("forecast", "per_day", right=None)
            return
        pace = page.told["forecast"]["per_day"]
        page.take("forecast", "per_day", "mean", right=finished / days)
        # The ends of an interval are compared with scipy's in tests of forecasts.
        page.taken |= {("forecast", "per_day", end) for end in ("low", "high")}
        assert pace["low"] <= pace["mean"] <= pace["high"]

    def rounds(self, stage: str) -> None:
        page = self.page(f"/rounds?stage={stage}")
        for place, row in enumerate(page.told["rounds"]):
            answers = self.of(stage=stage, index=row["index"])
            self.round(page, answers, "rounds", place)
            self.spreads(page, answers, "rounds", place)
        for place, row in enumerate(page.told["calendar"]["rounds"]):
            for at, point in enumerate(row["points"]):
                path = ("calendar", "rounds", place, "points", at)
                answers = self.on(point["start"], stage=stage, index=row["index"])
                page.take(*path, "n", right=len(answers))
                self.spreads(page, answers, *path, alike=False)
        for place, row in enumerate(page.told["calendar"]["pairs"]):
            page.taken |= {("calendar", "pairs", place, end) for end in ("first", "second")}
            for at, point in enumerate(row["points"]):
                path = ("calendar", "pairs", place, "points", at)
                values = self.similar(self.on(point["start"], stage=stage, index=row["second"]))
                page.take(*path, "n", right=len(values))
                page.take_spread(*path, "jaccard", values=values)

    def on(self, day: str, **where: Any) -> list[Answer]:
        return [one for one in self.of(**where) if one.day.isoformat() == day]

    def stopping(self) -> None:
        page = self.page("/stopping")
        page.taken |= {("rule", "n"), ("ngram",)}
        assert page.told["ngram"] == self.n
        done = self.of(stage="description")
        page.take("rounds_done", right=len(done))
        page.take("seconds_done", right=sum(one.seconds for one in done))
        before, like = self.alike.most_before, self.alike.like_before
        for place, row in enumerate(page.told["thresholds"]):
            path, t = ("thresholds", place), row["threshold"]
            saved = [one for one in done if before.get(one.pk, -1) >= t]
            on = [one for one in done if one.stopped and like[one.pk] < t]
            page.take(*path, "rounds_saved", right=len(saved))
            page.take(*path, "share_saved", right=len(saved) / len(done) if done else None)
            page.take(*path, "seconds_saved", right=sum(one.seconds for one in saved))
            page.take(*path, "edit_distance_lost", right=sum(one.edits or 0 for one in saved))
            page.take(*path, "tokens_lost", right=sum(one.gained for one in saved))
            page.take(*path, "would_go_on", right=len(on))
        take_fewer_rounds(page, done, like)

    def stage(self, key: str) -> None:
        page = self.page(f"/stages/{key}")
        self.passage(page, key, "samples")
        self.tasks(page, key, "tasks")
        page.taken.add(("stage", "rounds"))
        for place, row in enumerate(page.told["rounds"]):
            answers = self.of(stage=key, index=row["index"])
            self.round(page, answers, "rounds", place)
            self.spreads(page, answers, "rounds", place)
        page.take("skips", right=skips_of(self.project, task__stage_key=key))
        page.take("flags_open", right=sum(one.open_flags for one in self.of(stage=key)))
        page.taken |= {("oldest", at, "round") for at in range(len(page.told["oldest"]))}
        if key == "objects":
            self.objects(page, self.of(stage=key), "objects")
        else:
            page.take("objects", right=None)

    def annotators(self) -> None:
        page = self.page("/annotators")
        for place, row in enumerate(page.told["results"]):
            self.annotator(page, row["user"]["id"], "results", place)
            self.one_annotator(row["user"]["id"])
            self.texts(row["user"]["id"])

    def annotator(self, page: Page, person: int, *path: Any) -> None:
        mine = self.of(person=person)
        page.take(*path, "submissions", right=len(mine))
        page.take(*path, "skips", right=skips_of(self.project, annotator=person))
        page.take(*path, "flags", "open", right=sum(one.open_flags for one in mine))
        page.take(*path, "flags", "total", right=sum(len(one.flags) for one in mine))
        page.take(*path, "gold", right=None)
        for verdict in ("approved", "rejected"):
            right = sum(one.verdict == verdict for one in mine)
            page.take(*path, "reviews", verdict, right=right)
        questioned = sum(one.questioned for one in mine)
        evidence = {"questioned": questioned, "answers": len(mine), "gold_wrong": 0, "gold": 0}
        for name, count in evidence.items():
            page.take(*path, "evidence", name, right=count)
        page.take(*path, "evidence", "score", right=low_end(questioned, len(mine)))
        told: Any = page.told
        for step in path:
            told = told[step]
        if not mine:
            page.taken |= {(*path, end) for end in ("first_at", "last_at")}
        page.take_passed_on(mine, *path, "passed_on")
        page.take_unchanged(mine, *path, "unchanged")
        self.against(page, mine, self.answers, *path, "figures")

    def one_annotator(self, person: int) -> None:
        page = self.page(f"/annotators/{person}")
        self.annotator(page, person)
        answers = self.of(person=person)
        for place in range(len(page.told["flags_by_code"])):  # no story has flags of two codes
            page.take("flags_by_code", place, "open", right=sum(one.open_flags for one in answers))
            page.take("flags_by_code", place, "total", right=sum(len(one.flags) for one in answers))
        for place, row in enumerate(page.told["by_stage"]):
            pool = self.of(stage=row["stage"], index=row["index"])
            mine = [one for one in pool if one.person == person]
            page.take("by_stage", place, "submissions", right=len(mine))
            page.take_passed_on(mine, "by_stage", place, "passed_on")
            page.take_unchanged(mine, "by_stage", place, "unchanged")
            self.against(page, mine, pool, "by_stage", place, "figures")
        for place, row in enumerate(page.told["weeks"]):
            pool = [one for one in self.answers if one.week == row["start"]]
            mine = [one for one in pool if one.person == person]
            page.take("weeks", place, "n", right=len(mine))
            self.against(page, mine, pool, "weeks", place, "figures")

    def texts(self, person: int) -> None:
        page = self.page(f"/annotators/{person}/texts")
        by_id = {one.pk: one for one in self.answers}
        for place, row in enumerate(page.told["results"]):
            one, path = by_id[row["annotation"]], ("results", place)
            page.take(*path, "active_seconds", right=one.seconds)
            figures = {"tokens": one.tokens, "edit_distance": one.edits}
            figures |= {"edit_share": one.edit_share, "jaccard": one.like_base}  # type: ignore[dict-item]
            for name, right in figures.items():
                page.take(*path, "figures", name, right=right)

    def batch(self) -> None:
        """The report of a batch in which all samples are; read last, since it parks their tasks."""
        batch = Batch.objects.create(project=self.project, number=1, created_by=self.lead)
        Sample.objects.filter(project=self.project).update(batch=batch)
        page = self.page(f"/batches/{batch.pk}/report")
        done = sum(one.state == "done" for one in self.samples)
        page.taken |= {("batch", name) for name in page.told["batch"]}
        page.take("batch", "samples", right=len(self.samples))
        page.take("batch", "done", right=done)
        page.take("submissions", right=len(self.answers))
        for verdict in ("approved", "rejected"):
            page.take(verdict, right=sum(one.verdict == verdict for one in self.answers))
        for name, right in (("right", 0), ("total", 0), ("accuracy", None)):
            page.take("gold", name, right=right)
        for code in page.told["flags"]:  # of one code, as above
            page.take("flags", code, right=sum(len(one.flags) for one in self.answers))
        # What a block found and did is of its moment, and compared in tests of blocks.
        page.leave("blocked")
        in_force = Block.objects.filter(project=self.project, lifted_at=None)
        blocked = set(in_force.values_list("user_id", flat=True))
        for at, row in enumerate(page.told["annotators"]):
            place = ("annotators", at)
            mine = self.of(person=row["user"]["id"], stage=row["stage"]["key"])
            verdicts = [one.verdict for one in mine]
            judged = [verdict for verdict in verdicts if verdict != "unreviewed"]
            page.take(*place, "submissions", right=len(mine))
            for verdict in ("approved", "rejected"):
                page.take(*place, verdict, right=verdicts.count(verdict))
            rate = verdicts.count("approved") / len(judged) if judged else None
            page.take(*place, "approval_rate", right=rate)
            page.take(*place, "flags_open", right=sum(one.open_flags for one in mine))
            page.take(*place, "gold", "right", right=0)
            page.take(*place, "gold", "total", right=0)
            page.take(*place, "gold", "accuracy", right=None)
            times = [one.seconds for one in mine if one.seconds > 0]
            page.take(*place, "active_seconds", "median", right=median(times) if times else None)
            page.take(*place, "edit_distance", "mean", right=mean(known(mine, "edits")))
            page.taken.add((*place, "blocked"))
            assert (row["blocked"] is not None) == (row["user"]["id"] in blocked)
            # How far somebody lies from the others is compared in tests of standings.
            page.taken |= {(*place, "active_seconds", name) for name in ("z", "pool_median")}
            page.taken |= {(*place, "edit_distance", name) for name in ("z", "pool_mean")}
            page.taken |= {
                (*place, part, "undefined") for part in ("active_seconds", "edit_distance")
            }


def read_all(story: Story, people: Cast) -> Recount:
    recount = Recount(story, people)
    recount.overview()
    for stage in ("objects", "description"):
        recount.rounds(stage)
        recount.stage(stage)
    recount.stopping()
    recount.annotators()
    recount.batch()
    return recount


def test_every_figure_of_every_page_is_that_of_a_recount(story: Story, people: Cast) -> None:
    recount = read_all(story, people)
    assert not (wrong := [line for page in recount.pages for line in page.wrong]), "\n".join(wrong)
    forgotten = [line for page in recount.pages for line in page.forgotten()]
    assert not forgotten, "\n".join(forgotten)
    figures = sum(len(page.taken) for page in recount.pages)
    assert figures > 1000, "a story in which little happened shows little"


def test_the_sums_written_on_the_way_are_those_made_anew(story: Story) -> None:
    assert aggregates.that_differ(story.project) == []


def test_the_project_counts_what_its_overview_counts(story: Story, people: Cast) -> None:
    recount = Recount(story, people)
    counts, progress = recount.page("").told["counts"], recount.page("/overview").told["progress"]
    seeding = recount.page("/seeding").told["counts"]
    assert (counts["samples"], counts["done"]) == (progress["samples"], progress["done"])
    for state in ("waiting", "open", "done", "withdrawn"):
        assert seeding[state] == progress[state], state


def test_the_recount_sees_a_figure_that_is_wrong(story: Story, people: Cast) -> None:
    """Guards the test above."""
    recount = Recount(story, people)
    recount.answers.pop()
    recount.overview()
    assert recount.pages[0].wrong != []


def test_a_figure_that_no_recount_knows_is_found(story: Story, people: Cast) -> None:
    recount = Recount(story, people)
    recount.overview()
    recount.pages[0].told["rounds"][0]["planted"] = 0.5
    assert recount.pages[0].forgotten() == ["/overview ('rounds', 0, 'planted')"]
