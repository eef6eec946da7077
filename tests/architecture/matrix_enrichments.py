"""Who may do what with enrichments."""

from annotate.evaluation.models import EnrichedImage, Enrichment, FileText, TextFile
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.seeding.services import connections
from annotate.workflow.models import Sample
from tests.architecture.matrix_audiences import Bodies

_P = "projects/{project}/enrichments"
_FILE = {"type": "file", "file": 1}

BODIES: Bodies = {
    ("post", _P): {"name": "Longer", "source": _FILE, "version": 1},
    ("post", f"{_P}/{{enrichment}}/continue"): {"again": True},
}


def put_in(project: Project, owner: User) -> dict[str, int]:
    """Have an enrichment that was stopped after its first image."""
    connections.ensure_built_in(project)
    version = project.model_versions.get(connection__name="classical")
    output = TextFile.objects.create(project=project, name="Enriched", created_by=owner)
    enrichment = Enrichment.objects.create(
        project=project,
        name="Enriched",
        source=_FILE,
        source_title="Captions",
        version=version,
        seed=1,
        output=output,
        created_by=owner,
    )
    image = Sample.objects.filter(project=project).first()
    text = FileText.objects.create(file=output, position=1, key="k", text="A long text.")
    EnrichedImage.objects.create(
        enrichment=enrichment,
        position=1,
        image=image.image if image else None,
        captions=["A text."],
        state=EnrichedImage.State.ANSWERED,
        text=text,
    )
    return {"enrichment": enrichment.pk}
