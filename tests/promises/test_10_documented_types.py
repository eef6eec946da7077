"""Promise 10: a file of an export has a content type that the schema documents."""

from pathlib import Path

import yaml

from annotate.exchange.exports import FORMATS

SCHEMA = Path(__file__).parents[2] / "docs/reference/openapi.yaml"
ADDRESS = "/api/v1/projects/{project_id}/exports/{export_id}/file"


def test_the_schema_names_the_content_types_of_all_formats_and_no_other() -> None:
    document = yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))
    documented = document["paths"][ADDRESS]["get"]["responses"]["200"]["content"]
    assert set(documented) == {known.content_type for known in FORMATS.values()}
