from django.apps import AppConfig


class SeedingConfig(AppConfig):
    name = "annotate.seeding"
    label = "seeding"
