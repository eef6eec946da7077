"""The Python client of Annotate: projects, images, seeds and datasets from a script or a notebook.

>>> from annotate_client import Client
>>> client = Client()  # ANNOTATE_URL, ANNOTATE_TOKEN                          # doctest: +SKIP
>>> project = client.create_project("Street scenes", recipe="iiw")            # doctest: +SKIP
>>> project.add_images("photos/", seeds=my_model, producer="my-model 1.2")    # doctest: +SKIP
>>> project.people.invite("ada", "ben")                                       # doctest: +SKIP
>>> frame = project.wait().to_pandas()                                        # doctest: +SKIP
"""

from annotate_client.api import Api
from annotate_client.client import Client
from annotate_client.errors import (
    AnnotateError,
    ApiError,
    Conflict,
    DamagedDownload,
    FieldError,
    Forbidden,
    Invalid,
    JobFailed,
    MissingExtra,
    Misused,
    NoConnection,
    NotAuthenticated,
    NotConfigured,
    NotFound,
    ServerError,
    Throttled,
    TooLarge,
    UnknownServer,
    WaitedTooLong,
)
from annotate_client.exports import ExportedFile
from annotate_client.jobs import Job
from annotate_client.operations import OPERATIONS, Operation
from annotate_client.pictures import Picture
from annotate_client.project import Project
from annotate_client.releases import Release
from annotate_client.seeds import Box, Object, Seed
from annotate_client.sending import Added
from annotate_client.transport import Retries
from annotate_client.version import __version__

__all__ = [
    "OPERATIONS",
    "Added",
    "AnnotateError",
    "Api",
    "ApiError",
    "Box",
    "Client",
    "Conflict",
    "DamagedDownload",
    "ExportedFile",
    "FieldError",
    "Forbidden",
    "Invalid",
    "Job",
    "JobFailed",
    "MissingExtra",
    "Misused",
    "NoConnection",
    "NotAuthenticated",
    "NotConfigured",
    "NotFound",
    "Object",
    "Operation",
    "Picture",
    "Project",
    "Release",
    "Retries",
    "Seed",
    "ServerError",
    "Throttled",
    "TooLarge",
    "UnknownServer",
    "WaitedTooLong",
    "__version__",
]
