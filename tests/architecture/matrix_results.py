"""Who may do what with the results of studies."""

from typing import Any

from annotate.evaluation.models import ImportedRating, Study, StudyItem, StudyStimulus
from annotate.people.models import User
from annotate.projects.models import Project
from tests.architecture.matrix_audiences import FILES, Bodies

_P = "projects/{project}/studies"
_ONE = f"{_P}/{{study}}"

BODIES: Bodies = {
    ("post", f"{_P}/import"): FILES,
}


def put_in(project: Project, owner: User) -> dict[str, Any]:
    """Have a study whose judgements were brought in, with one item."""
    study = Study.objects.create(
        project=project,
        created_by=owner,
        name="GPT-4V and people",
        design="side_by_side.v1",
        state=Study.State.CLOSED,
        sources=[{"source": {"type": "import"}, "title": each} for each in ("GPT-4V", "People")],
        options={
            "sample_size": None,
            "raters_per_item": 1,
            "metrics": [{"key": "tldr", "title": "Summary", "help": ""}],
            "justification": "optional",
            "settings": {},
        },
        seed=1,
    )
    item = StudyItem.objects.create(study=study, number=1, image_name="a")
    StudyStimulus.objects.bulk_create(
        StudyStimulus(item=item, position=at, source=at) for at in (0, 1)
    )
    ImportedRating.objects.create(item=item, metric="tldr", score=1)
    return {"study": study.pk, "number": item.number}
