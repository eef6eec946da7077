"""An object store in a process of its own that speaks the protocol of S3 over HTTP."""

import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import boto3
from environ import Env

from annotate.config import object_storage
from tests.e2e.installation import free_port
from tests.waiting import eventually

BUCKET = "annotations"


class ObjectStore:
    """A bucket that can be taken away for a while; what is in it stays only while it runs."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"http://127.0.0.1:{self._port}"

    @property
    def variables(self) -> dict[str, str]:
        """What an operator would set."""
        return {
            "STORAGE_BUCKET": BUCKET,
            "STORAGE_ENDPOINT": self.url,
            "STORAGE_REGION": "eu-central-1",
            "STORAGE_ACCESS_KEY": "key-of-a-test",
            "STORAGE_SECRET_KEY": "secret-of-a-test",
            "STORAGE_PREFIX": "one-installation",
        }

    @property
    def storages(self) -> dict[str, Any]:
        """Django's setting for it."""
        env = Env()
        env.ENVIRON = self.variables
        default = object_storage.backend(env)
        static = "django.contrib.staticfiles.storage.StaticFilesStorage"
        return {"default": default, "staticfiles": {"BACKEND": static}}

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self._port)],
                stdout=log,
                stderr=log,
            )
        eventually(self._answers, "the store answers", 60)
        self._client().create_bucket(
            Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": "eu-central-1"}
        )

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def put(self, name: str, data: bytes) -> None:
        """Lay something into the bucket, as its owner does."""
        self._client().put_object(Bucket=BUCKET, Key=name, Body=data)

    @property
    def access(self) -> dict[str, str]:
        """The product's setting for whoever reads other buckets there."""
        env = Env()
        env.ENVIRON = self.variables
        return object_storage.access(env)

    def names(self) -> list[str]:
        """Everything that is in the bucket."""
        pages = self._client().get_paginator("list_objects_v2").paginate(Bucket=BUCKET)
        return [one["Key"] for page in pages for one in page.get("Contents", [])]

    def _client(self) -> Any:
        return boto3.client(
            "s3",
            endpoint_url=self.url,
            region_name="eu-central-1",
            aws_access_key_id="key-of-a-test",
            aws_secret_access_key="secret-of-a-test",
        )

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/moto-api/", timeout=2) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except OSError:
            return False


@contextmanager
def object_store(folder: Path) -> Iterator[ObjectStore]:
    made = ObjectStore(folder / "store.log")
    made.start()
    try:
        yield made
    finally:
        made.stop()
