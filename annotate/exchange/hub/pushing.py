"""Push a release: what is there already is not sent, and what is all there makes no commit."""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from annotate.exchange.hub import contents
from annotate.exchange.hub.library import hub
from annotate.exchange.hub.refusals import HubRefusal, in_words
from annotate.exchange.imports.ledger import Watcher
from annotate.exchange.models import Release
from annotate.messages import Message

if TYPE_CHECKING:
    from huggingface_hub import CommitOperationAdd, HfApi

_TYPE = "dataset"
# Progress is counted in these: a job has room for two billion.
_UNIT = 1024


@dataclass(frozen=True)
class Pushed:
    """What a push came to: the commit that holds the release, and whether this push made it."""

    commit: str
    is_new: bool
    is_private: bool
    files: int
    size_bytes: int


def account_of(token: str) -> str:
    """Whose token it is.

    Raises:
        HubRefusal: nobody's, or the hub could not be asked.
    """
    with in_words():
        return str(hub(token).whoami()["name"])


def push(
    release: Release, repository: str, *, private: bool, token: str, watcher: Watcher
) -> Pushed:
    """Bring a release into a repository, which is made where it is not there.

    Whatever else lies there stays; only Parquet files of another version go. A push that was
    killed, or whose answer was lost, is repeated without harm.

    Raises:
        NotFound: the release is not frozen (yet).
        Invalid: it has no Parquet files.
        HubRefusal: the hub does not do it, or everybody would see what was to be private.
    """
    with tempfile.TemporaryDirectory(prefix="push-") as root:
        folder = Path(root)
        paths = contents.write(release, repository, folder)
        with in_words(repository):
            return _pushed(
                _Sending(release, hub(token), repository, watcher), folder, paths, private
            )


@dataclass
class _Sending:
    release: Release
    api: "HfApi"
    repository: str
    watcher: Watcher


def _pushed(to: _Sending, folder: Path, paths: list[str], private: bool) -> Pushed:
    to.api.create_repo(to.repository, repo_type=_TYPE, private=private, exist_ok=True)
    before = to.api.dataset_info(to.repository)
    if private and before.private is False:
        raise HubRefusal(Message("hub_repository_public", repository=to.repository))
    there = {each.rfilename for each in before.siblings or ()}
    size = sum((folder / path).stat().st_size for path in paths)
    with ExitStack() as files:
        additions = _sent(to, files, folder, paths, size)
        commit = _commit(to, additions, there - set(paths), str(before.sha))
    to.watcher.report(size // _UNIT, size // _UNIT)
    return Pushed(commit, commit != before.sha, bool(before.private), len(paths), size)


def _sent(
    to: _Sending, files: ExitStack, folder: Path, paths: list[str], size: int
) -> list["CommitOperationAdd"]:
    """Send data one by one, so that it is known how far it is; the papers go with the commit."""
    from huggingface_hub import CommitOperationAdd

    additions, done = [], 0
    for path in paths:
        file = files.enter_context(contents.ToldFile(folder / path))
        additions.append(CommitOperationAdd(path_in_repo=path, path_or_fileobj=file))
        if contents.OURS.fullmatch(path):
            file.tells = _telling(to.watcher, path, done, size)
            to.api.preupload_lfs_files(
                to.repository, additions[-1:], repo_type=_TYPE, free_memory=False
            )
            file.tells = None
        done += (folder / path).stat().st_size
    return additions


def _telling(watcher: Watcher, path: str, before: int, size: int) -> Callable[[int], None]:
    note = Message("hub_sends_file", path=path)

    def tell(read: int) -> None:
        watcher.report((before + read) // _UNIT, size // _UNIT, note)

    return tell


def _commit(
    to: _Sending, additions: list["CommitOperationAdd"], others: set[str], parent: str
) -> str:
    from huggingface_hub import CommitOperationDelete

    old = [CommitOperationDelete(path) for path in sorted(others) if contents.OURS.fullmatch(path)]
    name = f"{to.release.name} {to.release.version}"
    info = to.api.create_commit(
        to.repository,
        [*additions, *old],
        commit_message=name,
        commit_description=f"Digest of the release: {to.release.frozen.digest}",
        repo_type=_TYPE,
        # Who pushed meanwhile is not overwritten.
        parent_commit=parent,
    )
    return info.oid
