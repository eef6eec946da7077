"""Sign-ins from before they were written down are listed too, and can be ended like others."""

from importlib import import_module

from django.conf import settings
from django.db import migrations
from annotate.core import clock

MARK = "sign_in"


def list_sessions(apps, schema_editor):
    engine = import_module(settings.SESSION_ENGINE)
    models = {name: apps.get_model("people", name) for name in ("User", "SignIn")}
    known = set(models["SignIn"].objects.values_list("session_id", flat=True))
    now = clock.now()
    open_ones = apps.get_model("sessions", "Session").objects.filter(expire_date__gt=now)
    for row in open_ones.exclude(pk__in=known).iterator():
        session = engine.SessionStore(row.pk)
        user_id = str(session.decode(row.session_data).get("_auth_user_id", ""))
        if not user_id.isdigit() or not models["User"].objects.filter(pk=user_id).exists():
            continue
        sign_in = models["SignIn"].objects.create(
            session_id=row.pk, user_id=user_id, created_at=now, seen_at=now
        )
        session[MARK] = sign_in.pk
        session.save()


class Migration(migrations.Migration):
    dependencies = [("people", "0004_second_factors_and_addresses")]
    operations = [migrations.RunPython(list_sessions, migrations.RunPython.noop)]
