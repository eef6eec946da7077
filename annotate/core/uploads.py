"""Files that people send: streamed to disk, bounded, and moved into place in one step.

What is kept for a worker lies on the disk that all machines share. Where they share an object store
instead, it lies there, and each machine that reads it makes itself a copy.
"""

import shutil
import tempfile
import time
import uuid
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import clock, errors
from annotate.core.whole_files import on_disk
from annotate.messages import Message

_KEPT_SECONDS = 7 * 86_400


def folder() -> Path:
    """Of files that wait to be read."""
    path = Path(settings.DATA_DIR) / "uploads"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


class DiskUploadHandler(FileUploadHandler):
    """Streams every file of a request to disk, and stops when the request passes `limit` bytes.

    The files are temporary: they go with the request unless `keep` takes them.
    """

    def __init__(self, request: HttpRequest | None = None, *, limit: int) -> None:
        super().__init__(request)
        self._limit = limit
        self._received = 0

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self._file = tempfile.NamedTemporaryFile(  # noqa: SIM115 - lives as long as the request
            dir=folder(), prefix="receiving-", suffix=".part"
        )

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self._received += len(raw_data)
        if self._received > self._limit:
            self._file.close()
            raise errors.TooLarge(Message("upload_too_large", limit=round(self._limit / 1e6)))
        try:
            self._file.write(raw_data)
        except OSError:
            self._file.close()  # at once: on a full disk every byte counts
            raise

    def file_complete(self, file_size: int) -> "UploadedFile[Any]":
        self._file.seek(0)
        return UploadedFile(
            cast(Any, self._file),
            name=self.file_name,
            content_type=self.content_type,
            size=file_size,
            charset=self.charset,
        )

    def upload_interrupted(self) -> None:
        if hasattr(self, "_file"):
            self._file.close()


class ReceivesFiles(APIView):
    """Files go to disk as they arrive, and a request that is too large is cut off there and then.

    The limits are set before anything of the request is read; the CSRF check already reads it.
    """

    parser_classes = [MultiPartParser]

    def max_bytes(self) -> int:
        """How many bytes of files one request may hold."""
        raise NotImplementedError

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        handler = DiskUploadHandler(request, limit=self.max_bytes())
        request.upload_handlers = [handler]
        return super().initialize_request(request, *args, **kwargs)


def keep(file: "UploadedFile[Any]") -> str:
    """Move a received file to where a worker finds it; return its name there."""
    _sweep()
    name = f"{uuid.uuid4().hex}.upload"
    received = cast(Any, file.file)
    received.flush()
    try:
        # A second name for the same file; the temporary one goes with the request.
        _place(name).hardlink_to(received.name)
    except OSError:  # some network file systems know no second names
        try:
            shutil.copyfile(received.name, _place(name))
        except OSError:
            discard(name)  # what a full disk took of it
            raise
    if _is_shared_elsewhere():
        with _place(name).open("rb") as whole:
            default_storage.save(_stored(name), File(whole))
    return name


def path_of(name: str) -> Path:
    """Where a kept upload lies on this machine; nothing is there where it is gone."""
    path = _place(name)
    if not path.exists() and _is_shared_elsewhere():
        with suppress(FileNotFoundError):
            _fetch(name, path)
    return path


def discard(name: str) -> None:
    """Delete a kept upload; it may be gone already."""
    if name:
        _place(name).unlink(missing_ok=True)
        if _is_shared_elsewhere():
            default_storage.delete(_stored(name))


def _place(name: str) -> Path:
    return folder() / Path(name).name


def _stored(name: str) -> str:
    return f"uploads/{Path(name).name}"


def _is_shared_elsewhere() -> bool:
    """Whether files lie in an object store, and the disk is this machine's alone."""
    return on_disk("uploads") is None


def _fetch(name: str, path: Path) -> None:
    """Copy an upload from the store: under its name it is whole."""
    with (
        default_storage.open(_stored(name), "rb") as stored,
        tempfile.NamedTemporaryFile(dir=folder(), prefix="fetching-", suffix=".part") as copy,
    ):
        shutil.copyfileobj(stored, copy, 1 << 20)
        copy.flush()
        with suppress(FileExistsError):
            path.hardlink_to(copy.name)


def _sweep() -> None:
    """Delete what nobody came back for."""
    if _is_shared_elsewhere():
        _sweep_store()
    oldest = time.time() - _KEPT_SECONDS
    for path in folder().iterdir():
        try:
            if path.stat().st_mtime < oldest:
                path.unlink()
        except FileNotFoundError:
            continue


def _sweep_store() -> None:
    oldest = clock.now() - timedelta(seconds=_KEPT_SECONDS)
    with suppress(FileNotFoundError):
        for name in default_storage.listdir("uploads")[1]:
            if default_storage.get_modified_time(_stored(name)) < oldest:
                default_storage.delete(_stored(name))
