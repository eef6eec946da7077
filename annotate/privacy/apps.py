from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "annotate.privacy"
    label = "privacy"
