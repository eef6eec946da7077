"""Nothing is asked twice, and a limit of cost is not passed."""

from collections.abc import Sequence

import pytest

from annotate.analysis.compositional.asking import Asked, Failed, MemoryCache, asked
from annotate.analysis.compositional.model import Probe, Reply
from annotate.analysis.compositional.questions import Question, question_of
from annotate.messages import Message


def question(at: int, text: str = "") -> Question:
    probe = Probe(set="vg-relation", id=str(at), image=str(at), true=f"{at}", false="b")
    return question_of(probe, first=True, description=text or f"text {at}", model="m")


QUESTIONS = [question(at) for at in range(20)]


class Model:
    """Counts what it is asked; every reply costs as much."""

    def __init__(self, cost: float = 0.1, failing: frozenset[str] = frozenset()) -> None:
        self.cost, self.failing, self.prompts = cost, failing, list[str]()

    def ask(self, questions: Sequence[Question]) -> list[Reply | Failed]:
        self.prompts += [question.prompt for question in questions]
        return [
            Failed(question.key, Message("no_value"))
            if question.key in self.failing
            else Reply(question.key, "1", 10, 1, self.cost, 0.5)
            for question in questions
        ]


def run(model: Model, cache: MemoryCache, most_cost: float | None = None) -> Asked:
    *_, last = asked(QUESTIONS, ask=model.ask, cache=cache, batch=8, most_cost=most_cost)
    return last


def test_equal_prompts_are_asked_once() -> None:
    model = Model()
    *_, last = asked([question(1), question(1)], ask=model.ask, cache=MemoryCache(), batch=8)
    assert (len(model.prompts), len(last.replies)) == (1, 1)


def test_what_is_known_is_not_asked_again() -> None:
    model, cache = Model(), MemoryCache()
    run(model, cache)
    again = run(model, cache)
    assert len(model.prompts) == len(set(model.prompts)) == 20
    assert (again.asked, len(again.replies)) == (0, 20)


def test_what_failed_is_told_and_asked_again() -> None:
    model, cache = Model(failing=frozenset({QUESTIONS[3].key})), MemoryCache()
    first = run(model, cache)
    assert [*first.failed] == [QUESTIONS[3].key]
    model.failing = frozenset()
    assert run(model, cache).asked == 1


@pytest.mark.parametrize(("limit", "replies"), [(0.0, 0), (0.05, 1), (0.3, 3), (1.0, 10), (9, 20)])
def test_the_limit_of_cost_is_not_passed(limit: float, replies: int) -> None:
    """What the first question costs is known only after it."""
    model = Model()
    last = run(model, MemoryCache(), limit)
    assert len(last.replies) == replies
    assert last.stopped is (replies < 20)


def test_what_was_paid_before_counts() -> None:
    cache = MemoryCache()
    run(Model(), cache, 1.0)
    again = run(Model(), cache, 1.0)
    assert (again.asked, again.stopped) == (0, True)
    assert again.cost == pytest.approx(1.0)
