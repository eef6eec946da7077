"""The HTTP API as its schema declares it, sorted into the pages of its reference."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import yaml

from docs.site.links import ROOT

SCHEMA = ROOT / "docs" / "reference" / "openapi.yaml"
PERMISSIONS = ROOT / "docs" / "reference" / "permissions.md"
PREFIX = "/api/v1/"
FOLDER = "reference/http"
REFERENCE = "#/components/schemas/"

Node = dict[str, Any]

# Pages and what stands on them, by the first part of an address (below a project: of what
# follows it). What is named nowhere gets a page of its own, so that nothing is ever left out.
TOPICS = {
    "Accounts": "session me users",
    "Projects": "projects recipes overview stages guidelines consent audit jobs formats",
    "People": "members capacity invitations named-invitations mailed-invitations invitees "
    "suggested-people blocks",
    "Images and samples": "images uploads imports samples",
    "Seeds and models": "seeds seeding seed-quality backends connections versions trials "
    "model-assignment ordering",
    "Learning": "trainings loop",
    "Work": "work claim assignments hits history feedback practice test",
    "Review": "review batches quality spelling words",
    "Gold and qualification": "gold qualification",
    "People from outside": "crowd channels payments",
    "Dashboards": "aggregates agreement annotators rounds stopping reports",
    "Studies and texts": "studies study-images stimuli text-sources text-files text-reports",
    "Exports and releases": "exports releases",
}
# What more than one page needs.
SHARED = "Shared data"
TOPIC_OF = {part: topic for topic, parts in TOPICS.items() for part in parts.split()}


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked for: a method at an address."""

    method: str
    address: str
    node: Node
    who: str

    @property
    def id(self) -> str:
        return str(self.node["operationId"])

    @property
    def topic(self) -> str:
        """Return the title of the page on which this is described."""
        parts = self.address.split("/")
        part = parts[2] if parts[0] == "projects" and len(parts) > 2 else parts[0]
        return TOPIC_OF.get(part, part.replace("-", " ").capitalize())

    @property
    def body(self) -> tuple[str, Node] | None:
        """Return the media type and the schema of what is sent."""
        content = self.node.get("requestBody", {}).get("content", {})
        return next(((kind, each["schema"]) for kind, each in content.items()), None)


@dataclass(frozen=True)
class Api:
    operations: list[Operation]
    schemas: dict[str, Node]

    def topics(self) -> list[str]:
        """Return the titles of the pages: those that are planned, then those that came since."""
        used = dict.fromkeys(operation.topic for operation in self.operations)
        planned = [topic for topic in TOPICS if topic in used]
        return [*planned, *sorted(used.keys() - TOPICS.keys())]

    def of(self, topic: str) -> list[Operation]:
        return [each for each in self.operations if each.topic == topic]

    def needed(self, topic: str) -> set[str]:
        """Return the names of all schemas that what is said on a page leads to."""
        names: set[str] = set()
        waiting = [name for each in self.of(topic) for name in references(each.node)]
        while waiting:
            name = waiting.pop()
            if name not in names:
                names.add(name)
                waiting += references(self.schemas[name])
        return names

    @cached_property
    def home(self) -> dict[str, str]:
        """Return the page on which each schema is described: its only user's, or the shared one."""
        users: dict[str, list[str]] = {}
        for topic in self.topics():
            for name in self.needed(topic):
                users.setdefault(name, []).append(topic)
        return {name: each[0] if len(each) == 1 else SHARED for name, each in users.items()}


def place(topic: str) -> str:
    """Return where the page of a topic stands.

    >>> place("Images and samples")
    'reference/http/images-and-samples.md'
    """
    return f"{FOLDER}/{re.sub(r'[^a-z]+', '-', topic.lower())}.md"


def references(node: object) -> Iterator[str]:
    """Yield the names of the schemas that a part of the schema refers to."""
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"].removeprefix(REFERENCE)
        for part in node.values():
            yield from references(part)
    elif isinstance(node, list):
        for part in node:
            yield from references(part)


def load() -> Api:
    """Read the schema and the table of who may do what."""
    schema = yaml.load(SCHEMA.read_text(), Loader=yaml.CSafeLoader)
    who = audiences()
    operations = [
        Operation(
            method.upper(), address, node, who.get((method.upper(), without_names(address)), "")
        )
        for path, methods in schema["paths"].items()
        for method, node in methods.items()
        for address in [path.removeprefix(PREFIX)]
    ]
    return Api(operations, schema["components"]["schemas"])


def audiences() -> dict[tuple[str, str], str]:
    """Return who may use each method at each address, from the page of permissions."""
    rows = re.findall(r"^\| ([^|]+) \| `(\w+)` \| `([^`]+)` \|$", PERMISSIONS.read_text(), re.M)
    return {(method, without_names(address)): who for who, method, address in rows}


def without_names(address: str) -> str:
    """Return an address without the names of its parameters, which differ between the two.

    >>> without_names("projects/{project_id}/gold")
    'projects/{}/gold'
    """
    return re.sub(r"\{[^}]*\}", "{}", address)
