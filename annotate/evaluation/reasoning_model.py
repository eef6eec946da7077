"""A language model as questions of compositional reasoning are put to it."""

from collections.abc import Sequence

from annotate.analysis.compositional.asking import Failed
from annotate.analysis.compositional.model import Reply
from annotate.analysis.compositional.questions import Question
from annotate.backends import BackendError, Configured
from annotate.backends.base import LimitReached
from annotate.backends.openai.answerer import OpenAIAnswerer
from annotate.backends.openai.chat import Said
from annotate.backends.traces import clean_text
from annotate.core import traces

# A reply is a number; what is kept of a longer one shows why it was invalid.
MAX_KEPT = 500


class ReasoningModel:
    """Puts questions to a server and gives replies as they are counted.

    Attributes:
        identity: tells its replies from those of other models and settings.
        batch: how many questions it is best given at once.
        reached: the limit of costs at which nothing more was asked, if one was reached.
    """

    def __init__(self, configured: Configured) -> None:
        self._answerer = OpenAIAnswerer(configured)
        self.identity, self.batch = self._answerer.identity, self._answerer.batch
        self.reached: LimitReached | None = None

    def ask(self, questions: Sequence[Question]) -> list[Reply | Failed]:
        with traces.step("ask a model to reason", count=len(questions)):
            said = self._answerer.answer_many([question.prompt for question in questions])
        return [
            self._outcome(question, answer)
            for question, answer in zip(questions, said, strict=True)
        ]

    def _outcome(self, question: Question, answer: Said | BackendError) -> Reply | Failed:
        if isinstance(answer, Said):
            usage, text = answer.trace.usage, clean_text(answer.text)
            return Reply(
                key=question.key,
                text=text[:MAX_KEPT],
                prompt_tokens=usage.prompt_tokens if usage else 0,
                completion_tokens=usage.completion_tokens if usage else 0,
                cost=usage.cost if usage else 0.0,
                seconds=answer.trace.latency_seconds or 0.0,
            )
        if isinstance(answer, LimitReached):
            self.reached = answer
        if answer.entry.code == "model_refused":  # an answer that chooses nothing
            return Reply(key=question.key, text="")
        return Failed(question.key, answer.entry)
