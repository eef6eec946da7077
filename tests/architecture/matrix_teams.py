"""Teams, for the table of permissions: what is sent, and what there is to find."""

from annotate.people.models import User
from annotate.projects import services
from annotate.projects.models import Project
from tests.architecture.matrix_audiences import Bodies

_ALL = "projects/{project}/teams"
BODIES: Bodies = {
    ("post", _ALL): {"name": "Bird watchers"},
    ("patch", f"{_ALL}/{{team}}"): {"name": "German readers"},
    ("post", f"{_ALL}/{{team}}/people"): {"into": []},
}


def put_in(project: Project, owner: User) -> dict[str, int]:
    """Add a team to the project."""
    team = services.make_team(project=project, actor=owner, name="German", basis="skill")
    return {"team": team.pk}
