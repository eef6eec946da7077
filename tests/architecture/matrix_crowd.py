"""Who may do what with channels, entry and payments."""

from typing import Any

from annotate.crowd.models import Participation
from annotate.crowd.services import channels, links
from annotate.people.models import User
from annotate.projects.models import Project
from tests.architecture.matrix_audiences import Bodies

_P = "projects/{project}"
_C = f"{_P}/channels/{{channel}}"
BODIES: Bodies = {
    ("post", f"{_P}/channels"): {"name": "Friends", "adapter": "invite"},
    ("patch", _C): {"state": "closed"},
    ("post", f"{_C}/links"): {"name": "Ann"},
    ("post", f"{_C}/visits/{{visit}}/reject"): {"message": "Not done."},
    ("post", f"{_C}/visits/{{visit}}/request-return"): {"reasons": ["Not done."]},
    ("post", f"{_P}/payments/approve"): {"ids": []},
    ("post", f"{_P}/payments/send"): {"ids": []},
}


def put_in(project: Project, owner: User, annotator: User) -> dict[str, Any]:
    """Put a channel with a link and a visit of the annotator into a project."""
    channel = channels.make_channel(
        project=project, actor=owner, name="Friends", adapter="invite", stage=None, settings={}
    )
    link, _ = links.make_link(channel=channel, actor=owner, name="Ann", email="")
    visit = Participation.objects.create(
        channel=channel, user=annotator, external_person="p", external_session="s"
    )
    ids = {"channel": channel.pk, "link": link.pk, "visit": visit.pk}
    return {**ids, "slug": channel.slug}
