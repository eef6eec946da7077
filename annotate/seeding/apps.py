from django.apps import AppConfig


class SeedingConfig(AppConfig):
    name = "annotate.seeding"
    label = "seeding"

    def ready(self) -> None:
        # Workers must know the jobs even if nothing else has led them here.
        from annotate.seeding import services  # noqa: F401
        from annotate.seeding.services import (  # noqa: F401
            chunks,
            loop,
            ordering,
            outcomes,
            training_job,
            trials,
            versions,
        )
        from annotate.workflow import hooks

        hooks.finished.register(outcomes.note_finished)
        hooks.finished.register(loop.note_finished)
        if loop.after_promotion not in versions.promoted:
            versions.promoted.append(loop.after_promotion)
