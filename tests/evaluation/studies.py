"""Studies whose judgements were brought in, for tests of what is made of them."""

import gzip
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from annotate.people.models import User
from annotate.projects.models import Project
from tests.conftest import client_of

RELEASED = Path(__file__).parents[1] / "analysis" / "data" / "iiw_sxs_labels_gpt4v.csv.gz"
COLUMNS = "comparison,image,left,right,metric,score,rater,justification"
# image, metric, score, rater
Said = tuple[str, str, int, str]


def released() -> bytes:
    """Return the 500 released labels of GPT-4V against IIW-Human, as CSV."""
    return gzip.decompress(RELEASED.read_bytes())


def csv_of(said: Sequence[Said], *, left: str = "Old", right: str = "New") -> bytes:
    rows = [
        f"c,{image},{left},{right},{metric},{score},{by},why" for image, metric, score, by in said
    ]
    return "\n".join([COLUMNS, *rows, ""]).encode()


def send(user: User, project: Project, content: bytes, **more: str) -> Any:
    """Send a file of labels to be brought in; return the answer."""
    file = io.BytesIO(content)
    file.name = "labels.csv"
    return client_of(user).post(
        f"/api/v1/projects/{project.pk}/studies/import",
        data={"file": file, "name": "Labels", **more},
        format="multipart",
    )


def brought_in(user: User, project: Project, content: bytes, **more: str) -> str:
    """Bring labels in, and return the address of the study."""
    answer = send(user, project, content, **more)
    assert answer.status_code == 201, answer.content
    return f"/api/v1/projects/{project.pk}/studies/{answer.json()['id']}"


def get(user: User, address: str) -> Any:
    """Return the JSON at an address."""
    answer = client_of(user).get(address)
    assert answer.status_code == 200, answer.content
    return answer.json()


def text_of(user: User, address: str) -> str:
    """Return the file at an address, as text."""
    answer: Any = client_of(user).get(address)
    assert answer.status_code == 200
    parts = answer.streaming_content if answer.streaming else [answer.content]
    return b"".join(parts).decode()
