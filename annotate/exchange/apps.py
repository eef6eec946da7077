from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    name = "annotate.exchange"
    label = "exchange"

    def ready(self) -> None:
        # Workers must know the jobs even if nothing else has led them here.
        from annotate.exchange import services  # noqa: F401
