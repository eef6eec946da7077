"""Webhooks, for the table of permissions: what is sent, and what there is to find."""

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import webhooks
from tests.architecture.matrix_audiences import Bodies

_ALL = "projects/{project}/webhooks"
BODIES: Bodies = {
    ("post", _ALL): {"url": "https://example.org/told"},
    ("patch", f"{_ALL}/{{webhook}}"): {"url": "https://example.org/moved"},
    ("post", f"{_ALL}/{{webhook}}/rotate"): {"at_once": True},
    ("post", f"{_ALL}/{{webhook}}/deliveries/send"): {},
}


def put_in(project: Project, owner: User) -> dict[str, int]:
    """Add an endpoint to the project, with one delivery."""
    endpoint, _ = webhooks.make(
        project=project, actor=owner, url="https://example.org/hook", events=[]
    )
    return {"webhook": endpoint.pk, "webhook_delivery": webhooks.test(endpoint).pk}
