"""Who may take data out: write exports, freeze releases, and take them away."""

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from annotate.exchange.models import Export
from annotate.exchange.releases import services
from annotate.exchange.releases.wishes import Wish
from annotate.people.models import User
from annotate.projects.models import Project
from tests.architecture.matrix_audiences import Bodies
from tests.exchange.files import Silent

_P = "projects/{project}/releases"

BODIES: Bodies = {
    ("post", _P): {"name": "Street scenes", "version": "2.0.0"},
    ("put", f"{_P}/datasheet"): {"answers": {"uses.uses": "To describe images."}},
    ("put", "projects/{project}/hub"): {"token": "hf_none"},
    ("post", f"{_P}/{{release}}/pushes"): {"repository": "lab/streets"},
}


def put_in(project: Project, owner: User) -> dict[str, int | str]:
    """Have a project with an export that has its file, and a release that is frozen."""
    export = Export.objects.create(project=project, created_by=owner, format="coco")
    export.file = default_storage.save("exports/test.json", ContentFile(b"{}"))
    export.save()
    wish = Wish(name="Street scenes", version="1.0.0")
    release = services.release_here(project=project, wish=wish, watcher=Silent())
    return {
        "export": export.pk,
        "release": release.pk,
        "earlier_release": release.pk,
        "release_file": "records.jsonl",
    }
