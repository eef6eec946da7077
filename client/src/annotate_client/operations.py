"""Every operation of the API that this client uses, by the name it has in the API's schema.

One line is all there is to say about an operation; the tests compare each with the schema
(docs/reference/openapi.yaml). What is declared here can be called by `Api.call`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Operation:
    """One operation.

    Attributes:
        path: below ``/api/v1``; names in braces are given by the caller.
        query: the names of what may stand behind the question mark.
        body: the names of the fields of the body.
        form: whether the body is a form, as it is where files are sent, and not JSON.
        repeatable: whether sending it twice does what sending it once does. GET, PUT and DELETE
            are; a POST is where the server recognises what it has had already.
    """

    method: str
    path: str
    query: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    form: bool = False
    repeatable: bool = False

    @property
    def may_repeat(self) -> bool:
        return self.repeatable or self.method in ("GET", "PUT", "DELETE")


_P = "/projects/{project_id}"
_A = "/assignments/{assignment_id}"
_PAGE = ("cursor", "page_size")
_TIME = ("stage", "from", "to")
_NEW_EXPORT = (
    *("format", "with_unfinished", "only_approved", "split"),
    *("with_rejected", "with_dropped", "with_pictures"),
)
_NEW_IMPORT = (
    *("file", "dry_run", "split", "format", "stage"),
    *("given_as", "objects_stage"),
)
_NEW_RELEASE = (
    *("name", "version", "description", "licence", "citation"),
    *("formats", "only_approved", "split"),
)
_ANSWER = ("answer", "active_seconds", "scratch_reason")


def _get(path: str, *query: str) -> Operation:
    return Operation("GET", path, query=query)


def _post(path: str, *body: str, repeatable: bool = False) -> Operation:
    return Operation("POST", path, body=body, repeatable=repeatable)


def _patch(path: str, *body: str) -> Operation:
    return Operation("PATCH", path, body=body)


def _put(path: str, *body: str) -> Operation:
    return Operation("PUT", path, body=body)


def _delete(path: str) -> Operation:
    return Operation("DELETE", path)


def _form(path: str, *body: str, repeatable: bool = False) -> Operation:
    return Operation("POST", path, body=body, form=True, repeatable=repeatable)


OPERATIONS: dict[str, Operation] = {
    # The server, and who asks.
    "sessionRead": _get("/session"),
    "recipesList": _get("/recipes"),
    "usersList": _get("/users", *_PAGE),
    "usersCreate": _post("/users", "username", "display_name", "email", "password"),
    # Projects.
    "projectsList": _get("/projects"),
    "projectsCreate": _post(
        *("/projects", "name", "description", "recipe"), *("guidelines_required", "settings")
    ),
    "projectsRead": _get(_P),
    "projectsUpdate": _patch(
        *(_P, "name", "description", "state"), *("guidelines_required", "settings")
    ),
    "guidelinesRead": _get(f"{_P}/guidelines"),
    "guidelinesCreate": _post(f"{_P}/guidelines", "body"),
    "guidelinesMarkRead": _post(f"{_P}/guidelines/read", "version", repeatable=True),
    # People.
    "membersList": _get(f"{_P}/members"),
    "membersUpdate": _patch(f"{_P}/members/{{member_id}}", "role", "is_blocked"),
    "membersRemove": _delete(f"{_P}/members/{{member_id}}"),
    "namedInvitationsCreate": _post(f"{_P}/named-invitations", "usernames", "role"),
    "namedInvitationsList": _get(f"{_P}/named-invitations"),
    "invitationsCreate": _post(f"{_P}/invitations", "role", "expires_in_days", "uses"),
    "ownInvitationsList": _get("/me/invitations"),
    "ownInvitationsAccept": _post("/me/invitations/{own_invitation_id}/accept"),
    # Images and samples.
    "imagesList": _get(f"{_P}/images", *_PAGE),
    "imagesContent": _get("/images/{image_id}/content", "size"),
    "samplesList": _get(f"{_P}/samples", "batch", "search", "split", "stage", "state", *_PAGE),
    "samplesRead": _get("/samples/{sample_id}"),
    "samplesWithdraw": _post("/samples/{sample_id}/withdraw", "reason"),
    "samplesRestore": _post("/samples/{sample_id}/restore"),
    "uploadsThere": _post(f"{_P}/uploads/there", "sha256", repeatable=True),
    "importsCreate": _form(f"{_P}/imports", *_NEW_IMPORT),
    "importsRead": _get(f"{_P}/imports/{{import_id}}"),
    # Lines whose seeds are there already are skipped: a file can be sent again.
    "seedsImport": _form(f"{_P}/seeds", "file", repeatable=True),
    # Models and seeds.
    "backendsList": _get(f"{_P}/backends"),
    "connectionsList": _get(f"{_P}/connections"),
    "connectionsCreate": _post(f"{_P}/connections", "name", "backend", "settings", "secrets"),
    "connectionsHealth": _post(f"{_P}/connections/{{connection_id}}/health", repeatable=True),
    "seedingRead": _get(f"{_P}/seeding"),
    "connectionsArchive": _delete(f"{_P}/connections/{{connection_id}}"),
    "modelAssignmentRead": _get(f"{_P}/model-assignment"),
    "modelAssignmentChange": _put(
        f"{_P}/model-assignment", "detector", "captioner", "ocr", "unseeded_share"
    ),
    "seedingStart": _post(f"{_P}/seeding", "detector", "captioner", "ocr", "over"),
    "seedingSkip": _post(f"{_P}/seeding/skip", repeatable=True),
    # Jobs.
    "jobsList": _get(f"{_P}/jobs"),
    "jobsRead": _get(f"{_P}/jobs/{{job_id}}"),
    "jobsCancel": _post(f"{_P}/jobs/{{job_id}}/cancel"),
    "jobsRetry": _post(f"{_P}/jobs/{{job_id}}/retry"),
    # Exports.
    "projectFormats": _get(f"{_P}/formats"),
    "exportsList": _get(f"{_P}/exports"),
    "exportsCreate": _post(f"{_P}/exports", *_NEW_EXPORT),
    "exportsFile": _get(f"{_P}/exports/{{export_id}}/file"),
    # Releases.
    "releasesList": _get(f"{_P}/releases", *_PAGE),
    "releasesCreate": _post(f"{_P}/releases", *_NEW_RELEASE),
    "releasesRead": _get(f"{_P}/releases/{{release_id}}"),
    "releasesArchive": _get(f"{_P}/releases/{{release_id}}/archive"),
    "releasesCompare": _get(f"{_P}/releases/{{release_id}}/compare/{{before_id}}"),
    "releasesDifferences": _get(
        f"{_P}/releases/{{release_id}}/compare/{{before_id}}/samples", "change", *_PAGE
    ),
    "releasesTombstones": _get(f"{_P}/releases/{{release_id}}/tombstones"),
    # Figures.
    "overviewRead": _get(f"{_P}/overview"),
    "stagesRead": _get(f"{_P}/stages/{{stage_key}}"),
    "roundsRead": _get(f"{_P}/rounds", *_TIME),
    "stoppingRead": _get(f"{_P}/stopping", "stage"),
    "agreementRead": _get(f"{_P}/agreement"),
    "seedQualityRead": _get(f"{_P}/seed-quality", "stage"),
    "annotatorsList": _get(f"{_P}/annotators", *_TIME, "order", "warned", *_PAGE),
    # Reports.
    "textSourcesList": _get(f"{_P}/text-sources"),
    "textReportsList": _get(f"{_P}/text-reports", *_PAGE),
    "textReportsCreate": _post(
        f"{_P}/text-reports",
        *("name", "sources", "references", "measures", "same_images", "meteor"),
    ),
    "textReportsRead": _get(f"{_P}/text-reports/{{text_report_id}}"),
    "textReportsCsv": _get(f"{_P}/text-reports/{{text_report_id}}/table.csv", "table"),
    "textReportsLatex": _get(f"{_P}/text-reports/{{text_report_id}}/table.tex", "table"),
    "reportsCreate": _post(f"{_P}/reports", "title", "with_names"),
    "reportsRead": _get(f"{_P}/reports/{{report_id}}"),
    "reportsPage": _get(f"{_P}/reports/{{report_id}}/html"),
    "reportsPdf": _get(f"{_P}/reports/{{report_id}}/pdf"),
    # Work, as a script does it.
    "claim": _post(f"{_P}/claim", "stage", "ahead"),
    "draftSave": _put(f"{_A}/draft", *_ANSWER, "version"),
    "heartbeat": _post(f"{_A}/heartbeat", "active_seconds", repeatable=True),
    "release": _post(f"{_A}/release"),
    "skip": _post(f"{_A}/skip", "reason", "comment"),
    # Its key makes the server count it once.
    "submit": _post(f"{_A}/submit", *_ANSWER, "key", repeatable=True),
}
