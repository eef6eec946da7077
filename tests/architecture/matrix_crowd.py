"""Who may do what with channels, entry and payments."""

from typing import Any

from annotate.crowd.models import Participation
from annotate.crowd.services import channels, links
from annotate.people.models import User
from annotate.projects.models import Project
from tests.architecture.matrix_audiences import HERS, LEAD, PERSONAS, SIGNED_IN, Row

_P = "projects/{project}"
_C = f"{_P}/channels/{{channel}}"
# The signature is the permission, and no persona has one.
SIGNED: dict[str, object] = dict.fromkeys(PERSONAS, 401)

ROWS: dict[tuple[str, str], Row] = {
    ("get", "crowd/adapters"): Row(SIGNED_IN),
    ("get", "crowd/participation"): Row(HERS),
    ("post", "crowd/participation/finish"): Row(HERS),
    ("post", "crowd/webhooks/{slug}"): Row(SIGNED),
    ("get", "hits/{hit}/completion"): Row(HERS),
    ("get", f"{_P}/channels"): Row(LEAD),
    ("post", f"{_P}/channels"): Row(LEAD, {"name": "Friends", "adapter": "invite"}),
    ("get", _C): Row(LEAD),
    ("patch", _C): Row(LEAD, {"state": "closed"}),
    ("delete", _C): Row(LEAD),
    ("get", f"{_C}/links"): Row(LEAD),
    ("post", f"{_C}/links"): Row(LEAD, {"name": "Ann"}),
    ("delete", f"{_C}/links/{{link}}"): Row(LEAD),
    ("post", f"{_C}/check"): Row(LEAD),
    ("get", f"{_C}/visits"): Row(LEAD),
    ("post", f"{_C}/visits/{{visit}}/reject"): Row(LEAD, {"message": "Not done."}),
    ("post", f"{_C}/visits/{{visit}}/request-return"): Row(LEAD, {"reasons": ["Not done."]}),
    ("get", f"{_P}/payments"): Row(LEAD),
    ("post", f"{_P}/payments/compute"): Row(LEAD),
    ("post", f"{_P}/payments/approve"): Row(LEAD, {"ids": []}),
    ("post", f"{_P}/payments/send"): Row(LEAD, {"ids": []}),
    ("get", f"{_P}/payments/csv"): Row(LEAD),
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
