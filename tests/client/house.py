"""People of a real server: they sign in, take a token, and work as the browser would."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx

from annotate_client import Client, Project

Json = dict[str, Any]
SEEDS = {
    "demo-coffee": {
        "text": "A cup of coffee on a red saucer.",
        "objects": [
            {
                "label": "cup",
                "box": [176.25, 20.66, 247.5, 184.04],
                "description": "A round white cup.",
            }
        ],
    },
    "demo-chelsea": "A tabby cat looks to the left.",
}


@dataclass(frozen=True)
class Person:
    name: str
    token: str = field(repr=False)
    client: Client

    @classmethod
    def sign_in(cls, url: str, name: str, password: str) -> "Person":
        """Sign in as a browser does, and make a token."""
        with httpx.Client(base_url=url) as browser:
            browser.get("/api/v1/session")
            _post(browser, "/api/v1/session", {"username": name, "password": password})
            made = _post(browser, "/api/v1/me/tokens", {"name": "client", "expires_in_days": 1})
        token = str(made["token"])
        return cls(name, token, Client(url, token=token))

    def join(self, project: Project) -> None:
        """Accept the invitation to a project, and read its guidelines."""
        api = self.client.api
        for each in api.call("ownInvitationsList"):
            if each["project"]["id"] == project.id:
                api.call("ownInvitationsAccept", own_invitation_id=each["id"])
        current = api.call("guidelinesRead", project_id=project.id)["current"]
        if current is not None:
            version = current["version"]
            api.call("guidelinesMarkRead", project_id=project.id, version=version)

    def work(self, project: Project, answer: Callable[[Json], Json]) -> int:
        """Do every task that there is for this person; return how many they were."""
        done = 0
        for stage in (each.key for each in project.recipe.stages):
            while (task := self._claimed(project, stage)) is not None:
                self.client.api.call(
                    "submit",
                    assignment_id=task["id"],
                    answer=answer(task),
                    active_seconds=12.0,
                    key=str(uuid.uuid4()),
                )
                done += 1
        return done

    def _claimed(self, project: Project, stage: str) -> Json | None:
        claimed = self.client.api.call("claim", project_id=project.id, stage=stage)
        task: Json | None = claimed["assignment"]
        return task


@dataclass(frozen=True)
class House:
    url: str
    lena: Person
    others: dict[str, Person]

    def put_to_work(self, project: Project, *names: str) -> int:
        """Have people finish a project, who take turns as long as there is something to do."""
        done = 0
        while some := sum(self.others[name].work(project, refined) for name in names):
            done += some
        return done

    def invite(self, project: Project, *names: str) -> None:
        project.people.invite(*names)
        for name in names:
            self.others[name].join(project)


# What simulated people add, the first to a text of one sentence, and so on.
_SENTENCES = (
    "The light comes from the left.",
    "Nobody looks into the camera.",
    "At the edges there is little to see.",
)


def refined(task: Json) -> Json:
    """What somebody makes of the answer they start from: a little more."""
    start = task["start"]
    if "objects" in start:
        return {"objects": [_described(each) for each in start["objects"]] or [_whole(task)]}
    text = start["text"]
    more = _SENTENCES[max(0, text.count(".") - 1) % len(_SENTENCES)]
    return {"text": f"{text} {more}".strip()}


def _described(each: Json) -> Json:
    description = each["description"] or f"The {each['label']} is in the middle of the picture."
    return {**each, "description": description, "derived_from": [each["id"]]}


def _whole(task: Json) -> Json:
    width, height = task["image"]["width"], task["image"]["height"]
    return {
        "id": "whole",
        "label": "scene",
        "box": {"x": 0, "y": 0, "width": width, "height": height},
        "description": "All that is in the picture.",
        "derived_from": [],
    }


def _post(browser: httpx.Client, path: str, body: Json) -> Json:
    headers = {"X-CSRFToken": browser.cookies["csrftoken"], "Referer": str(browser.base_url)}
    answer = browser.post(path, json=body, headers=headers)
    assert answer.is_success, answer.text
    return dict(answer.json())
