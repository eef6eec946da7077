from django.apps import AppConfig


class SsoConfig(AppConfig):
    name = "annotate.sso"
    label = "sso"

    def ready(self) -> None:
        from annotate.sso.deployed import refuse_wrong

        refuse_wrong()
