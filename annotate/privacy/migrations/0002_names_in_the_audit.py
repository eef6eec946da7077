from django.db import migrations

from annotate.core.appendonly import let_names_go


class Migration(migrations.Migration):

    dependencies = [
        ("privacy", "0001_deletions_and_retention"),
        ("projects", "0010_teams"),
    ]

    operations = [
        let_names_go("projects", "AuditEvent", ("target", "data"), within="privacy_erasing"),
    ]
