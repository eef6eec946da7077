"""A study of texts that many people have judged, written straight into the tables."""

import random
from typing import TYPE_CHECKING, Any

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
        name="Study",
        description="",
        recipe_name="side-by-side",
        changes={},
        creator=owner,
        seed=1,
        guidelines_required=False,
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
