"""Every operation of the API, and who may use it: read from the declarations beside the routes.

`make schema` writes them to docs/reference/permissions.md.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
from django.urls import URLPattern, get_resolver

from tests.architecture.matrix_audiences import AUDIENCE_OF, WITHOUT, Operation

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "permissions.md"
METHODS = ("get", "post", "put", "patch", "delete")
# The names that the patterns use, and those of the table.
NAMES = {
    "project_id": "project",
    "member_id": "member",
    "invitation_id": "invitation",
    "named_invitation_id": "named_invitation",
    "mailed_invitation_id": "mailed_invitation",
    "own_invitation_id": "own_invitation",
    "sample_id": "sample",
    "image_id": "image",
    "assignment_id": "assignment",
    "import_id": "import",
    "export_id": "export",
    "release_id": "release",
    "before_id": "earlier_release",
    "file_path": "release_file",
    "job_id": "job",
    "session_id": "session",
    "token_id": "token",
    "user_id": "user",
    "passkey_id": "passkey",
    "hit_id": "hit",
    "batch_id": "batch",
    "channel_id": "channel",
    "link_id": "link",
    "team_id": "team",
    "webhook_id": "webhook",
    "webhook_delivery_id": "webhook_delivery",
    "visit_id": "visit",
    "annotation_id": "annotation",
    "flag_id": "flag",
    "feedback_id": "feedback",
    "comment_id": "comment",
    "block_id": "block",
    "notice_id": "notice",
    "notification_id": "notification",
    "act_id": "act",
    "sample_act_id": "sample_act",
    "sample_view_id": "sample_view",
    "gold_id": "gold",
    "connection_id": "connection",
    "shared_id": "shared",
    "comparison_id": "comparison",
    "version_id": "model_version",
    "trial_id": "trial",
    "training_id": "training",
    "file_id": "text_file",
    "data_file_id": "data_file",
    "deletion_id": "deletion",
    "stage_key": "stage",
    "text_report_id": "text_report",
    "question_file_id": "question_file",
    "enrichment_id": "enrichment",
    "second_reading_id": "second_reading",
    "reasoning_set_id": "reasoning_set",
    "reasoning_run_id": "reasoning_run",
    "harm_run_id": "harm_run",
    "harm_case_id": "harm_case",
    "mention_run_id": "mention_run",
    "report_id": "report",
    "group_question_id": "group_question",
    "study_id": "study",
    "provider_key": "identity_provider",
    "identity_id": "identity",
}


def patterns(found: Any = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every address of the product with its view."""
    for each in get_resolver().url_patterns if found is None else found:
        address = before + str(each.pattern)
        if isinstance(each, URLPattern):
            yield address, each.callback
        else:
            yield from patterns(each.url_patterns, address)


def named(address: str) -> str:
    """Return an address as the table writes it: `projects/{project}/jobs/{job}`."""
    short = address.removeprefix("api/v1/")
    if short.startswith("history/"):
        short = short.replace("assignment_id", "submitted")
    return re.sub(
        r"<(?:\w+:)?(\w+)>", lambda m: "{" + NAMES.get(m.group(1), m.group(1)) + "}", short
    )


def operations() -> dict[Operation, str]:
    """The audience of every (method, address) that the API offers.

    Raises:
        KeyError: an operation allows whom no table knows: say in `matrix_audiences` who that is.
    """
    return {
        (method, named(address)): _audience((method, named(address)), view)
        for address, view in patterns()
        if address.startswith("api/")
        for method in METHODS
        if hasattr(view.view_class, method)
    }


def _audience(operation: Operation, view: Any) -> str:
    if operation in WITHOUT:
        return WITHOUT[operation]
    allow = getattr(view.view_class, operation[0]).declared.allow
    return AUDIENCE_OF[f"{allow.__module__}.{allow.__name__}".removeprefix("annotate.")]


def as_page() -> str:
    """The page of the reference that lists them."""
    rows = [f"| {who} | `{method.upper()}` | `{address}` |" for (method, address), who in _sorted()]
    return "\n".join([_HEAD, *rows, ""])


def _sorted() -> list[tuple[Operation, str]]:
    return sorted(operations().items(), key=lambda row: (row[0][1], METHODS.index(row[0][0])))


_HEAD = """# Who may do what

Made from the declarations beside the routes (`@operation(…, allow=…)`) by `make schema`; a test
asks every address as every persona, and another holds this page to the routes.

- *public*: everybody; *signed in*: whoever has an account; *own*: only the person it belongs to.
- *member*: of the project, in any role; *unblocked*, *worker*: a member who is not blocked;
  *reader*: leads and reviewers; *lead*: leads. Strangers are told that nothing is there (404).
  Admins act as leads, but never in somebody's name.
- *viewer*: leads, reviewers, and whoever holds a task with the image or has handed one in;
  *judge*: the same of what is judged. Whoever is blocked is told that nothing is there.
- *at the door*: whoever has given a password and still owes a second factor; to all other
  operations they are a stranger. Who has to set one up may use those under `me/second-factors`.
- *maker*: who may set up projects; *admin*: of the installation.

| who | method | address below `/api/v1/` |
|---|---|---|"""

if __name__ == "__main__":
    django.setup()
    PAGE.write_text(as_page(), encoding="utf-8")
