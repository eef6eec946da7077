import gc

from django.apps import AppConfig
from django.core import checks

# How many objects more there are before the youngest are searched for garbage; Python's own 700 are
# the rows of one small query. They hold each other in no circle, and exports spend a tenth of their
# time on searching them.
_YOUNG = 10_000


class ConfigConfig(AppConfig):
    name = "annotate.config"
    label = "config"

    def ready(self) -> None:
        from annotate import backends
        from annotate.config import hooks
        from annotate.config.demo.prepared import BACKEND
        from annotate.config.pooling import pooler_is_told
        from annotate.core import connection, lookups
        from annotate.projects.checks import kinds_of_projects
        from annotate.sso.deployed import refuse_wrong

        hooks.connect()
        lookups.register()
        refuse_wrong()
        connection.connect()
        # Whoever looks at what the demo made, with whatever settings, finds who made it.
        backends.lend(BACKEND.name, lambda: BACKEND)
        checks.register(kinds_of_projects, checks.Tags.database)
        checks.register(pooler_is_told, checks.Tags.database)
        # See manage.py: what was loaded until here is not looked at again.
        gc.freeze()
        gc.set_threshold(_YOUNG, *gc.get_threshold()[1:])
        gc.enable()
