"""What tests of reports on texts do, each act one call over HTTP."""

import csv
import gzip
import io
import json
from collections.abc import Sequence
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotate.core.jobs import services as job_services

Json = dict[str, Any]


def upload(lead: APIClient, base: str, name: str, rows: Sequence[Json], **fields: str) -> Json:
    """Bring in a file of texts, packed, and return the source that it is."""
    content = gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode())
    file = SimpleUploadedFile(f"{name}.jsonl.gz", content)
    answer = lead.post(f"{base}/text-files", {"file": file, "name": name, **fields})
    assert answer.status_code == 201, answer.content
    return {"type": "file", "file": answer.json()["id"]}


def ask(lead: APIClient, base: str, *sources: Json, **more: Any) -> Json:
    """Ask for a report and return how it is answered."""
    wanted = {"name": "Texts", "sources": [{"source": each} for each in sources], "meteor": False}
    answer = lead.post(f"{base}/text-reports", {**wanted, **more}, format="json")
    assert answer.status_code == 201, answer.content
    told: Json = answer.json()
    return told


def measured(lead: APIClient, base: str, *sources: Json, **more: Any) -> Json:
    """Ask for a report, have it measured as a worker would, and return it."""
    told = ask(lead, base, *sources, **more)
    job_services.run(told["job"]["id"])
    answer: Json = lead.get(f"{base}/text-reports/{told['id']}").json()
    assert answer["state"] == "ready", answer
    return answer


def rows_of(report: Json, table: str) -> list[Json]:
    """Return the rows of one table of a report."""
    (found,) = (each for each in report["results"]["tables"] if each["key"] == table)
    rows: list[Json] = found["rows"]
    return rows


def row_of(report: Json, table: str) -> Json:
    """Return the figures of the only source of a report."""
    (row,) = rows_of(report, table)
    figures: Json = row["figures"]
    return figures


def sheet(client: APIClient, base: str, report: Json, table: str) -> list[dict[str, str]]:
    """Return a CSV file of a report by its header."""
    answer = client.get(f"{base}/text-reports/{report['id']}/table.csv", {"table": table})
    assert answer.status_code == 200, answer.content
    content = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    return list(csv.DictReader(io.StringIO(content)))
