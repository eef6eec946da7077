"""Files in an object store: any that speaks the protocol of S3 (AWS, MinIO, R2 …).

Without a bucket files lie below `DATA_DIR/media`, which all web servers and workers share.
"""

from typing import Any
from urllib.parse import urlsplit

# A store that is away must not hold requests: two tries, and then people are told to come back.
_CONNECT_SECONDS, _READ_SECONDS, _TRIES = 2, 20, 2


def access(env: Any) -> dict[str, Any]:
    """How a store is reached, in the words of `boto3.client`; {} for what the machine knows."""
    said = {
        "endpoint_url": env.str("STORAGE_ENDPOINT", default=""),
        "region_name": env.str("STORAGE_REGION", default=""),
        "aws_access_key_id": env.str("STORAGE_ACCESS_KEY", default=""),
        "aws_secret_access_key": env.str("STORAGE_SECRET_KEY", default=""),
    }
    return {name: value for name, value in said.items() if value}


def origins(env: Any) -> list[str]:
    """Of whom browsers may load pictures; empty while all of them pass through the product."""
    bucket, region = env.str("STORAGE_BUCKET", default=""), env.str("STORAGE_REGION", default="")
    if not bucket or not env.int("STORAGE_SIGNED_SECONDS", default=0):
        return []
    endpoint = urlsplit(env.str("STORAGE_ENDPOINT", default=""))
    if endpoint.netloc:
        return [f"{endpoint.scheme}://{endpoint.netloc}"]
    hosts = [
        f"{bucket}.s3.amazonaws.com",
        *([f"{bucket}.s3.{region}.amazonaws.com"] if region else []),
    ]
    return [f"https://{host}" for host in hosts]


def backend(env: Any) -> dict[str, Any] | None:
    """What `STORAGES["default"]` is made of; None where no bucket is set.

    Args:
        env: reads the variables `STORAGE_BUCKET`, `STORAGE_ENDPOINT`, `STORAGE_REGION`,
            `STORAGE_ACCESS_KEY`, `STORAGE_SECRET_KEY`, `STORAGE_PREFIX`. Without keys those are
            taken that the machine itself has (a role, or the files of AWS).
    """
    bucket = env.str("STORAGE_BUCKET", default="")
    if not bucket:
        return None
    # 23 MB that nobody needs whose files lie on a disk.
    from botocore.config import Config

    reached = access(env)
    return {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": bucket,
            "endpoint_url": reached.get("endpoint_url"),
            "region_name": reached.get("region_name"),
            "access_key": reached.get("aws_access_key_id"),
            "secret_key": reached.get("aws_secret_access_key"),
            "location": env.str("STORAGE_PREFIX", default="").strip("/"),
            "client_config": Config(
                connect_timeout=_CONNECT_SECONDS,
                read_timeout=_READ_SECONDS,
                retries={"mode": "standard", "total_max_attempts": _TRIES},
                signature_version="s3v4",
                # Stores of one's own have one name, not one for each bucket.
                s3={"addressing_style": "path" if reached.get("endpoint_url") else "auto"},
            ),
        },
    }
