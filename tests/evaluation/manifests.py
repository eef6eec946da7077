"""Images made from texts, and the manifests they come with."""

import io
import json
import zipfile
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from annotate.core.jobs.models import Job
from annotate.evaluation.models import TextFile
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.conftest import Cast, client_of
from tests.evaluation.texts_scene import run_jobs, source_of
from tests.images import pictures

Rows = list[dict[str, Any]]


def picture(number: int) -> bytes:
    return pictures.jpeg(64 + number, 48)


def archive(rows: Rows, files: dict[str, bytes], manifest: str = "manifest.jsonl") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr(manifest, "\n".join(json.dumps(row) for row in rows))
        for name, content in files.items():
            packed.writestr(name, content)
    return out.getvalue()


def scene(samples: list[Sample], sources: str = "AB", chunks: int = 0) -> tuple[Rows, Any]:
    """One image by each source for each image (and chunk), all of them different."""
    rows: Rows = []
    files = {}
    for sample in samples:
        for source in sources:
            for chunk in range(1, chunks + 1) if chunks else (None,):
                name = f"{source}/{len(rows)}.jpg"
                rows.append({"source": f"Model {source}", "file": name, "chunk": chunk})
                rows[-1]["image"] = sample.image.external_id
                files[name] = picture(len(rows))
    return rows, files


def send_images(user: User, project: Project, *files: tuple[str, bytes]) -> Any:
    sent = [SimpleUploadedFile(name, content) for name, content in files]
    return client_of(user).post(
        f"/api/v1/projects/{project.pk}/study-images", {"files": sent}, format="multipart"
    )


def brought_in(people: Cast, project: Project, content: bytes) -> list[dict[str, Any]]:
    """Bring an archive in; return the sources there are then."""
    answer = send_images(people.owner, project, ("images.zip", content))
    assert answer.status_code == 202, answer.content
    run_jobs()
    assert Job.objects.get(pk=answer.json()["id"]).state == Job.State.SUCCEEDED
    files = TextFile.objects.filter(project=project, has_images=True).order_by("name")
    return [{"source": source_of(file), "title": file.name} for file in files]
