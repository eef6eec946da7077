"""The HTTP interface of the Hugging Face Hub, as far as whoever pushes a dataset asks for it."""

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.crowd.stand_ins.server import Asked, Said, serving

TOKEN = "hf_of-the-lab"
_CREATED = {".gitattributes": b"*.parquet filter=lfs diff=lfs merge=lfs -text\n"}


@dataclass
class Repository:
    private: bool
    # The files after each commit; a commit is known by the digest of its place and content.
    commits: list[dict[str, bytes]] = field(default_factory=lambda: [dict(_CREATED)])
    messages: list[dict[str, str]] = field(default_factory=list)

    @property
    def files(self) -> dict[str, bytes]:
        return self.commits[-1]

    @property
    def head(self) -> str:
        listed = sorted((path, hashlib.sha1(data).hexdigest()) for path, data in self.files.items())  # noqa: S324
        return hashlib.sha1(json.dumps([len(self.commits), listed]).encode()).hexdigest()  # noqa: S324

    def write_to(self, folder: Path) -> Path:
        """What somebody gets who clones it."""
        for path, data in self.files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        return folder


def _oid(path: str, data: bytes) -> str:
    if path.endswith(".parquet"):
        return hashlib.sha256(data).hexdigest()
    return hashlib.sha1(f"blob {len(data)}\0".encode() + data).hexdigest()  # noqa: S324


class StandInHub:
    """Keeps repositories and large files; `asked` is what it heard."""

    def __init__(self) -> None:
        self.url = ""
        self.tokens = {TOKEN: "lab"}
        self.repositories: dict[str, Repository] = {}
        self.large: dict[str, bytes] = {}
        self.part_size: int | None = None
        self.asked: list[Asked] = []
        # Answers in place of the hub's own where it gives one.
        self.instead: Callable[[Asked], Said | None] = lambda asked: None
        self._parts: dict[str, dict[int, bytes]] = {}

    def paths(self, method: str) -> list[str]:
        return [asked.path for asked in self.asked if asked.method == method]

    def answer(self, asked: Asked) -> Said:
        self.asked.append(asked)
        if (other := self.instead(asked)) is not None:
            return other
        if asked.method == "PUT":
            return self._put(asked)
        if asked.path.startswith("/parts/"):
            return self._joined(asked)
        token = asked.headers.get("Authorization", "").removeprefix("Bearer ")
        if token not in self.tokens:
            error = "Invalid credentials in Authorization header"
            return Said({"error": error}, 401, {"X-Error-Message": error})
        return self._known(asked, self.tokens[token])

    def _known(self, asked: Asked, account: str) -> Said:
        if asked.path == "/api/whoami-v2":
            return Said({"name": account, "type": "user"})
        if asked.path == "/api/validate-yaml":
            assert asked.data["content"].startswith("---\n")
            return Said({"errors": [], "warnings": []})
        if asked.path == "/api/repos/create":
            return self._create(asked.data, account)
        found = re.match(r"/(?:api/)?datasets/([\w.-]+/[\w.-]+?)(?:\.git)?(?:/(.*))?$", asked.path)
        if found is None or found[1] not in self.repositories:
            return Said({"error": "Repository not found"}, 404, {"X-Error-Code": "RepoNotFound"})
        name, what = found[1], (found[2] or "").partition("/")[0]
        act = {
            "": self._info,
            "revision": self._info,
            "preupload": self._modes,
            "commit": self._commit,
        }
        if what == "info":
            return self._batch(asked.data)
        return act[what](name, asked)

    def _create(self, wish: dict[str, Any], account: str) -> Said:
        owner = wish["organization"] or account
        if owner != account:
            return Said({"error": f"You may not create a dataset for {owner}"}, 403)
        name = f"{owner}/{wish['name']}"
        told = {"url": f"{self.url}/datasets/{name}"}
        if name in self.repositories:
            return Said(told | {"error": "You already created this dataset repo"}, 409)
        assert wish["type"] == "dataset"
        self.repositories[name] = Repository(private=wish.get("visibility") == "private")
        return Said(told)

    def _info(self, name: str, asked: Asked) -> Said:
        repository = self.repositories[name]
        listed = [{"rfilename": path} for path in sorted(repository.files)]
        about = {"id": name, "sha": repository.head, "private": repository.private}
        return Said(about | {"siblings": listed})

    def _modes(self, name: str, asked: Asked) -> Said:
        there = self.repositories[name].files
        return Said(
            {
                "files": [
                    {
                        "path": each["path"],
                        "uploadMode": "lfs" if each["path"].endswith(".parquet") else "regular",
                        "shouldIgnore": False,
                        "oid": _oid(each["path"], there[each["path"]])
                        if each["path"] in there
                        else None,
                    }
                    for each in asked.data["files"]
                ]
            }
        )

    def _batch(self, wish: dict[str, Any]) -> Said:
        assert (wish["operation"], wish["hash_algo"]) == ("upload", "sha256")
        return Said({"transfer": "basic", "objects": [self._action(o) for o in wish["objects"]]})

    def _action(self, wanted: dict[str, Any]) -> dict[str, Any]:
        oid, size = wanted["oid"], wanted["size"]
        if oid in self.large:
            return wanted
        if self.part_size is None:
            return wanted | {"actions": {"upload": {"href": f"{self.url}/large/{oid}"}}}
        count = -(-size // self.part_size)
        parts = {str(n): f"{self.url}/large/{oid}?part={n}" for n in range(1, count + 1)}
        header = {"chunk_size": str(self.part_size), **parts}
        return wanted | {
            "actions": {"upload": {"href": f"{self.url}/parts/{oid}", "header": header}}
        }

    def _put(self, asked: Asked) -> Said:
        assert "Authorization" not in asked.headers or asked.path.startswith("/large/")
        path, _, part = asked.path.removeprefix("/large/").partition("?part=")
        if part:
            self._parts.setdefault(path, {})[int(part)] = asked.body
            return Said(None, headers={"ETag": f'"{part}"'})
        return self._keep(path, asked.body)

    def _joined(self, asked: Asked) -> Said:
        oid = asked.data["oid"]
        given = [part["partNumber"] for part in asked.data["parts"]]
        parts = self._parts.pop(oid)
        return self._keep(oid, b"".join(parts[number] for number in given))

    def _keep(self, oid: str, data: bytes) -> Said:
        assert hashlib.sha256(data).hexdigest() == oid
        self.large[oid] = data
        return Said({})

    def _commit(self, name: str, asked: Asked) -> Said:
        repository = self.repositories[name]
        head, *changes = [json.loads(line) for line in asked.body.splitlines()]
        if head["value"].get("parentCommit") not in (None, repository.head):
            return Said({"error": "The branch has moved"}, 412)
        files = dict(repository.files)
        for change in changes:
            value = change["value"]
            match change["key"]:
                case "file":
                    files[value["path"]] = base64.b64decode(value["content"])
                case "lfsFile":
                    files[value["path"]] = self.large[value["oid"]]
                case "deletedFile":
                    del files[value["path"]]
        repository.commits.append(files)
        repository.messages.append(head["value"])
        url = f"{self.url}/datasets/{name}/commit/{repository.head}"
        return Said({"commitUrl": url, "commitOid": repository.head})


@contextmanager
def standing_in() -> Iterator[StandInHub]:
    """A hub on a free port of this machine."""
    hub = StandInHub()
    with serving(hub.answer) as address:
        hub.url = address
        yield hub
