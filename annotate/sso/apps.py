from django.apps import AppConfig


class SsoConfig(AppConfig):
    name = "annotate.sso"
    label = "sso"
