"""Asks a server questions without a picture: a language model alone."""

import json
from collections.abc import Sequence
from functools import partial

from annotate.backends.base import BackendError
from annotate.backends.configured import Configured
from annotate.backends.openai.chat import Chat, Question, Said
from annotate.backends.openai.server import batch_of


class OpenAIAnswerer:
    """One model of a server; many questions at once."""

    def __init__(self, configured: Configured) -> None:
        self._chat = Chat(configured)
        self.batch = batch_of(self._chat.settings)

    @property
    def identity(self) -> str:
        """All that changes an answer besides the question: who is asked, and how."""
        settings = self._chat.settings
        names = {"base_url", "model", "instruction", "temperature", "max_tokens"}
        return json.dumps(settings.model_dump(mode="json", include=names), sort_keys=True)

    def answer_many(self, prompts: Sequence[str]) -> list[Said | BackendError]:
        """What the model says to each; one that fails stops no other."""
        questions = [partial(self._chat.prepare, Question(prompt)) for prompt in prompts]
        return self._chat.each(questions, self._chat.ask)
