"""Any panel that sends people to an address with identifiers and takes a completion code."""

from collections.abc import Mapping
from urllib.parse import quote, urlencode

from pydantic import Field, model_validator

from annotate.crowd.adapters.base import (
    Adapter,
    Arrival,
    Completion,
    Document,
    HttpsUrl,
    Line,
    Outcome,
    Parameter,
    Preview,
    Settings,
    identifier,
)
from annotate.messages import Message


class LinkSettings(Settings):
    person_parameter: Parameter = Field(
        "participant",
        title="Parameter with the person",
        description="The name under which the panel puts the person's id into the address.",
    )
    session_parameter: Parameter = Field(
        "session",
        title="Parameter with the session",
        description="The name of the parameter with the id of this one visit.",
    )
    completion_url: HttpsUrl = Field(
        "",
        title="Completion address",
        description="Where people are sent when they are done; {code}, {person} and {session} are"
        " replaced. Empty: they are shown the code.",
    )
    code_completed: Line = Field(
        "", title="Completion code", description="Shown or sent when the work is handed in."
    )
    code_screened_out: Line = Field(
        "", title="Code: not qualified", description="For people who may not work in this project."
    )
    code_no_work: Line = Field(
        "", title="Code: no work left", description="For people for whom no work is left."
    )

    @model_validator(mode="after")
    def _two_parameters(self) -> "LinkSettings":
        if self.person_parameter == self.session_parameter:
            raise ValueError(Message("parameters_alike"))
        return self

    def code(self, outcome: Outcome) -> str:
        codes = {"screened_out": self.code_screened_out, "no_work": self.code_no_work}
        return codes.get(outcome, self.code_completed)


class LinkAdapter(Adapter):
    """Identifiers in, a code or an address out; nothing else is known of the panel."""

    name = "link"
    title = "External link"
    description = (
        "Any panel that sends people to an address with their ids and takes a completion code."
    )
    settings_model = LinkSettings

    def parse(self, parameters: Mapping[str, str], settings: LinkSettings) -> Arrival | Preview:
        return Arrival(
            person=identifier(parameters, settings.person_parameter),
            session=identifier(parameters, settings.session_parameter),
        )

    def completion(
        self, settings: LinkSettings, *, facts: Mapping[str, str], session: str, outcome: Outcome
    ) -> Completion:
        code = settings.code(outcome)
        if not settings.completion_url:
            return Completion(kind="code", code=code) if code else Completion(kind="none")
        # Only the lead's address is used; what came from outside is quoted into places in it.
        url = settings.completion_url
        places = {"code": code, "person": facts.get("person", ""), "session": session}
        for name, value in places.items():
            url = url.replace("{" + name + "}", quote(value, safe=""))
        return Completion(kind="redirect", url=url, code=code or None)

    def setup(self, settings: LinkSettings, *, entry_url: str) -> list[Document]:
        names = {settings.person_parameter: "PERSON", settings.session_parameter: "SESSION"}
        return [Document(title="Address for the panel", text=f"{entry_url}?{urlencode(names)}")]
