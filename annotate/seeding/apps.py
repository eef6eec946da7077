from django.apps import AppConfig


class SeedingConfig(AppConfig):
    name = "annotate.seeding"
    label = "seeding"

    def ready(self) -> None:
        # Workers must know the jobs even if nothing else has led them here.
        from annotate.seeding import services  # noqa: F401
        from annotate.seeding.services import trials  # noqa: F401
