from django.db import migrations


def note_channels(apps, schema_editor):
    """Which projects have channels, kept with the projects."""
    channels = apps.get_model('crowd', 'Channel').objects.order_by()
    projects = apps.get_model('projects', 'Project').objects
    projects.filter(pk__in=channels.values('project')).update(has_channels=True)


class Migration(migrations.Migration):

    dependencies = [
        ('crowd', '0002_magic_links_by_a_job'),
        ('projects', '0013_channels_of_projects'),
    ]

    operations = [
        migrations.RunPython(note_channels, migrations.RunPython.noop),
    ]
