"""Lends the commands of the science a model of a server, also where nothing is installed.

Whoever types a command may have no settings of an installation: then the environment alone says
which servers of one's own network may be asked, as it does for an installation.
"""

import os

from django.conf import settings

from annotate.analysis.embedding import Embedder
from annotate.analysis.undefined import Undefined
from annotate.backends.configured import Configured
from annotate.backends.openai.embedding import ServerEmbedder
from annotate.backends.openai.settings import OpenAISettings
from annotate.messages import Message
from annotate.seeding.environment import environment


def lend_of_server(name: str, server: str) -> Embedder | Undefined:
    """Lend what the server at this address calls so; its key is EMBEDDINGS_KEY, if it has one.

    Undefined where that is no address; whether the server answers shows with the first question.
    """
    if not settings.configured:
        allowed = [host for host in os.environ.get("FETCH_PRIVATE_HOSTS", "").split(",") if host]
        settings.configure(FETCH_PRIVATE_HOSTS=allowed, MODELS_ROOTS=[], OCR_LANGUAGES="eng")
    try:
        chosen = OpenAISettings(base_url=server, model=name)
    except ValueError:
        return Undefined(Message("no_server_address"))
    key = os.environ.get("EMBEDDINGS_KEY", "")
    secrets = {"api_key": key} if key else {}
    configured = Configured(settings=chosen, secrets=secrets, environment=environment())
    return ServerEmbedder(configured)
