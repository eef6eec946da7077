"""What lies in a bucket of an object store, below a prefix: `s3://bucket/folder`."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import IO, Any, cast
from urllib.parse import urlsplit

from django.conf import settings

from annotate.core import errors
from annotate.exchange.imports.trees import missing
from annotate.images.archives import is_noise
from annotate.messages import Message

SCHEME = "s3://"
_MISSING = ("404", "NoSuchKey", "NoSuchBucket", "NotFound")


class BucketTree:
    """The objects whose keys begin with a prefix; each is read when its row is.

    Raises:
        Invalid: the address names no bucket, or there is no such bucket for our key.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if not parts.netloc:
            raise errors.Invalid(Message("bucket_not_named", address=address))
        self._bucket, prefix = parts.netloc, parts.path.strip("/")
        # A prefix is a folder: "photos" does not mean "photos-of-others" as well.
        self._prefix = f"{prefix}/" if prefix else ""
        self._client = _client()
        every = sorted(self._listed())
        self._names = [name for name in every if not is_noise(PurePosixPath(name))]
        self._noise = [name for name in every if is_noise(PurePosixPath(name))]
        self._known = set(self._names)

    def names(self) -> Sequence[str]:
        return self._names

    def noise(self) -> Sequence[str]:
        return self._noise

    def has(self, name: str) -> bool:
        return name in self._known

    def reader(self, name: str) -> Callable[[], bytes]:
        return lambda: self._read(name)

    @contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        with tempfile.TemporaryFile() as copy:
            self._client.download_fileobj(self._bucket, self._prefix + name, copy)
            copy.seek(0)
            yield cast(IO[bytes], copy)

    def _read(self, name: str) -> bytes:
        if name not in self._known:
            raise missing(name)
        try:
            answer = self._client.get_object(Bucket=self._bucket, Key=self._prefix + name)
        except self._client.exceptions.ClientError as fault:
            if _code(fault) in _MISSING:
                raise missing(name) from None
            raise
        data: bytes = answer["Body"].read(settings.IMAGE_MAX_BYTES + 1)
        return data

    def _listed(self) -> Iterator[str]:
        pages = self._client.get_paginator("list_objects_v2")
        try:
            for page in pages.paginate(Bucket=self._bucket, Prefix=self._prefix):
                for one in page.get("Contents", []):
                    if not one["Key"].endswith("/"):
                        yield one["Key"].removeprefix(self._prefix)
        except self._client.exceptions.ClientError as fault:
            if _code(fault) not in (*_MISSING, "403", "AccessDenied"):
                raise
            raise errors.Invalid(Message("bucket_not_readable", bucket=self._bucket)) from None


def _client() -> Any:
    # Loaded where somebody has a bucket.
    import boto3
    from botocore.config import Config

    retries = {"mode": "standard", "total_max_attempts": 5}
    return boto3.client("s3", config=Config(retries=retries), **settings.OBJECT_STORE)


def _code(fault: Any) -> str:
    return str(fault.response.get("Error", {}).get("Code", ""))
