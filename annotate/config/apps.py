from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "annotate.config"
    label = "config"
