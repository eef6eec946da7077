"""How long are the results of a large study computed?

    tests/services/with_services.sh .venv/bin/python -m tests.load.studies
    tests/services/with_services.sh .venv/bin/python -m tests.load.studies --items 200 --raters 3

Fills a database of its own with a study of texts of 220 tokens, judged on IIW's five metrics with
reasons, once by people here and once brought in as a file. Prints medians of several requests
through Django's own client (no network): seconds by the clock, and of this process.
"""

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.load.dashboards import new_project, prepared

if TYPE_CHECKING:
    from annotate.evaluation.models import Study
    from annotate.people.models import User
    from annotate.projects.models import Project
    from annotate.workflow.models import Annotation

METRICS = ("comprehensiveness", "specificity", "hallucination", "tldr", "human_like")
WORDS = ("house,", "red", "a", "windows.", "small-leaved", "tree", "tall", "the", "painter's")


def judged(draw: random.Random) -> dict[str, Any]:
    reason = " ".join(draw.choices(WORDS, k=15))
    return {
        metric: {"score": draw.choice((-2, -1, -1, 0, 1, 1, 2)), "justification": reason}
        for metric in METRICS
    }


def filled(project: "Project", items: int, raters: int) -> "Study":
    """Make a study as if it had been prepared and judged, by bulk inserts."""
    from annotate.evaluation.models import StudyItem, StudyStimulus
    from annotate.people.models import User

    draw = random.Random(7)
    people = User.objects.bulk_create(
        [User(username=f"rater-{number}", password="!") for number in range(4 * raters)]
    )
    study = new_study(project, raters)
    texts = [[" ".join(draw.choices(WORDS, k=190)) for _ in range(2)] for _ in range(items)]
    shown = brought_in(study, texts)
    rows = StudyItem.objects.bulk_create(
        StudyItem(
            study=study,
            number=number,
            image_name=f"{number}.jpg",
            sample_id=each.sample_id,
            presentation=each,
        )
        for number, each in enumerate(shown, start=1)
    )
    StudyStimulus.objects.bulk_create(
        StudyStimulus(item=item, position=position, source=source, text=pair[source])
        for item, pair in zip(rows, texts, strict=True)
        for position, source in enumerate(draw.choice(([0, 1], [1, 0])))
    )
    answered(study, shown, people, raters, draw)
    return study


def new_study(project: "Project", raters: int) -> "Study":
    """Make the study and the project of its own."""
    from annotate.evaluation.models import Study
    from annotate.kinds.side_by_side.model import DEFAULT_METRICS
    from annotate.projects.services import create_project

    owner = project.created_by
    work = create_project(
        name="Study", description="", recipe_name="side-by-side", changes={}, creator=owner, seed=1
    )
    return Study.objects.create(
        project=project,
        work=work,
        name="Large",
        design="side_by_side.v1",
        state=Study.State.OPEN,
        sources=[{"source": {"type": "final", "stage": "description"}, "title": t} for t in "AB"],
        options={
            "sample_size": None,
            "raters_per_item": raters,
            "metrics": [each.model_dump(mode="json") for each in DEFAULT_METRICS],
            "justification": "required",
            "settings": {"min_words": 1},
        },
        seed=1,
        created_by=owner,
    )


def brought_in(study: "Study", texts: list[list[str]]) -> "list[Annotation]":
    """Make the samples and what is shown of each."""
    from annotate.images.models import Image
    from annotate.workflow.models import Annotation, Sample

    facts = {"format": "jpeg", "width": 640, "height": 480, "bytes": 1}
    images = Image.objects.bulk_create(
        [
            Image(
                project=study.work, name=f"{n}.jpg", external_id=f"{n}", sha256=f"{n:064}", **facts
            )
            for n in range(len(texts))
        ]
    )
    samples = Sample.objects.bulk_create(
        [Sample(project=study.work, image=each) for each in images]
    )
    plain = {"project": study.work, "origin": "import", "stage_key": "texts", "index": 1}
    return Annotation.objects.bulk_create(
        [
            Annotation(sample=sample, kind="texts.v1", value={"texts": each}, **plain)
            for sample, each in zip(samples, texts, strict=True)
        ]
    )


def answered(
    study: "Study",
    shown: "list[Annotation]",
    people: "list[User]",
    raters: int,
    draw: random.Random,
) -> None:
    """Have every item judged by so many people."""
    from annotate.workflow.models import Annotation

    plain = {"project": study.work, "origin": "person", "stage_key": "rating"}
    Annotation.objects.bulk_create(
        (
            Annotation(
                sample_id=about.sample_id,
                about=about,
                index=index,
                kind="side_by_side.v1",
                author=author,
                value={"scores": judged(draw)},
                active_seconds=draw.uniform(60, 900),
                **plain,
            )
            for about in shown
            for index, author in enumerate(draw.sample(people, raters), start=1)
        ),
        batch_size=1_000,
    )


def timed(what: str, act: Callable[[], Any], times: int = 7) -> None:
    took, busy = [], []
    for _ in range(times):
        started, before = time.perf_counter(), time.process_time()
        act()
        took.append(time.perf_counter() - started)
        busy.append(time.process_time() - before)
    median = statistics.median
    print(f"{what:<36} {median(took):7.3f} s {median(busy):9.3f} s", flush=True)


def measured(study: "Study", project: "Project") -> None:
    from annotate.evaluation.services.ratings import import_ratings
    from tests.conftest import client_of

    client = client_of(project.created_by)
    address = f"/api/v1/projects/{project.pk}/studies"

    def get(path: str) -> bytes:
        answer: Any = client.get(f"{address}/{path}")
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert answer.status_code == 200, content
        return bytes(content)

    for path in ("results", "results/table.tex", "items", "items?disagree=1&metric=tldr"):
        timed(f"GET {path}", partial(get, f"{study.pk}/{path}"))
    timed("GET results/ratings.csv", lambda: get(f"{study.pk}/results/ratings.csv"), times=3)
    file = Path(tempfile.mkdtemp()) / "labels.csv"
    file.write_bytes(get(f"{study.pk}/results/ratings.csv"))
    names = iter(range(9))
    brought: list[Study] = []
    timed(
        "the same, brought in",
        lambda: brought.append(
            import_ratings(project=project, actor=None, path=file, name=f"Labels {next(names)}")
        ),
        times=1,
    )
    timed("GET results of what was brought in", lambda: get(f"{brought[0].pk}/results"))
    timed("GET studies", lambda: client.get(address))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=2_000)
    parser.add_argument("--raters", type=int, default=5)
    chosen = parser.parse_args()
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        print("DATABASE_URL must name a PostgreSQL server.")
        return 2
    database = prepared(server, kept=False)
    from annotate.core.rows import analyze_tables
    from annotate.workflow.models import Annotation

    project = new_project()
    study = filled(project, chosen.items, chosen.raters)
    analyze_tables(Annotation)
    print(f"{'':<36} {'clock':>9} {'process':>11}")
    print(f"{chosen.items:,} items, {chosen.raters} raters each, {len(METRICS)} metrics")
    measured(study, project)
    print(f"load average {os.getloadavg()[0]:.1f}")
    database.drop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
