"""What the questions of studies to models have cost in all projects, for operators."""

from collections.abc import Iterator

from django.db.models import Sum

from annotate.core.metrics.hooks import Figure
from annotate.evaluation.models import EnrichedImage, ReasoningReply

_ASKED = {"enrichment": EnrichedImage, "reasoning": ReasoningReply}


def asked() -> Iterator[Figure]:
    """Two statements over what models were asked."""
    for use, model in _ASKED.items():
        sums = model._default_manager.aggregate(
            prompt=Sum("prompt_tokens", default=0),
            completion=Sum("completion_tokens", default=0),
            cost=Sum("cost", default=0.0),
        )
        for part in ("prompt", "completion"):
            yield Figure(
                name="model_tokens",
                help="Tokens that models read and wrote.",
                value=sums[part],
                labels={"use": use, "part": part},
                is_total=True,
            )
        yield Figure(
            name="model_cost",
            help="What they cost, in the currency that the connections' prices are in.",
            value=sums["cost"],
            labels={"use": use},
            is_total=True,
        )
