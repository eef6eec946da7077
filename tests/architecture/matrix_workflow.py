"""Who may do what with HITs, batches and checks."""

from typing import Any

from annotate.projects.models import Project
from annotate.workflow.models import Assignment, Comment, SampleView
from tests.architecture.matrix_audiences import Bodies

_KEY = "11111111-2222-4333-8444-555555555555"
_H = "hits/{hit}"
_B = "projects/{project}/batches"

BODIES: Bodies = {
    ("post", f"{_H}/submit"): {"key": _KEY, "answers": []},
    ("post", "assignments/{assignment}/check"): {"answer": {"objects": []}},
    ("post", "assignments/{assignment}/practice-check"): {"answer": {"objects": []}},
    ("post", _B): {"size": 1},
    ("post", "projects/{project}/samples/views"): {"name": "Mine"},
    ("post", "samples/{sample}/comments"): {"body": "Which tower is this?"},
    ("post", "history/{submitted}/comments"): {"body": "Which tower is this?"},
    ("put", "comments/{comment}"): {"body": "Which of the towers is this?"},
    ("post", "comments/{comment}/resolve"): {"resolved": True},
}


def put_in(project: Project, submitted: Assignment) -> dict[str, Any]:
    """Let the annotator say something about what they have handed in."""
    Project.objects.filter(pk=project.pk).update(annotators_comment=True)
    comment = Comment.objects.create(
        project=project, sample=submitted.sample, author=submitted.annotator, body="A tower?"
    )
    view = SampleView.objects.create(
        project=project, owner=project.created_by, name="Shared", is_shared=True
    )
    return {"comment": comment.pk, "sample_view": view.pk}
