"""`huggingface_hub`, bound to the product's rules. It takes 34 MiB: loaded where a hub is asked."""

import logging
from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings

from annotate import __version__

if TYPE_CHECKING:
    import httpx2
    from huggingface_hub import HfApi


def hub(token: str) -> "HfApi":
    """The hub of this installation, asked with a token."""
    _bind()
    from huggingface_hub import HfApi

    return HfApi(
        endpoint=settings.HUB_ENDPOINT,
        token=token,
        library_name="annotate",
        library_version=__version__,
    )


@cache
def _bind() -> None:
    """Take the library's own ways out away, for the whole process."""
    from huggingface_hub import constants, set_client_factory
    from huggingface_hub.utils.tqdm import disable_progress_bars

    # Uploads by Xet go past Python; without a token of its own the library looks for one on this
    # machine; and it would report to huggingface.co whom it runs for.
    constants.HF_HUB_DISABLE_XET = True
    constants.HF_HUB_DISABLE_IMPLICIT_TOKEN = True
    constants.HF_HUB_DISABLE_TELEMETRY = True
    disable_progress_bars()
    # Both write whole addresses into the log, and whoever has a signed one may write there.
    for name in ("huggingface_hub", "httpx2"):
        logging.getLogger(name).setLevel(logging.ERROR)
    set_client_factory(_client)


def _client() -> "httpx2.Client":
    import httpx2

    from annotate.exchange.hub.transport import FetcherTransport

    # Proxies and files of passwords that the environment names are not looked at.
    return httpx2.Client(transport=FetcherTransport(), trust_env=False)
