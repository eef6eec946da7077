"""Which pages show something of a project already."""

from annotate.crowd.models import Channel, Payment
from annotate.learning.models import Loop, TrainingRun
from annotate.projects.models import Project, WebhookEndpoint
from annotate.projects.selectors import present
from annotate.quality.models import EntryConditions, GoldItem, Suggestion
from annotate.seeding.models import Ordering, SeedCounter
from annotate.workflow.models import Batch


def used_pages(project: Project) -> dict[str, bool]:
    """By page. Rounds and early stopping are a matter of the recipe, all else of what is there."""
    stages = project.recipe.stages
    has = present(
        project,
        {
            "batches": Batch.objects.all(),
            "gold": GoldItem.objects.all(),
            "spelling": Suggestion.objects.all(),
            "qualification": EntryConditions.objects.all(),
            "crowd": Channel.objects.all(),
            "payments": Payment.objects.all(),
            "loop": Loop.objects.filter(is_on=True),
            "training": TrainingRun.objects.all(),
            "seed_quality": SeedCounter.objects.all(),
            "order": Ordering.objects.all(),
            "webhooks": WebhookEndpoint.objects.all(),
        },
    )
    loop, training = has.pop("loop"), has.pop("training")
    return {
        **has,
        "rounds": any(stage.in_rounds and stage.rounds > 1 for stage in stages),
        "stopping": any(stage.stop for stage in stages),
        "gold": has["gold"] or any(stage.gold_rate for stage in stages),
        "learning": loop or training,
    }
