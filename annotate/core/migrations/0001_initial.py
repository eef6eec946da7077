import annotate.core.clock
import django.db.models.deletion
from django.db import migrations, models

from annotate.core.schema_operations import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='WorkerBeat',
                fields=[
                    ('name', models.CharField(max_length=200, primary_key=True, serialize=False)),
                    ('seen_at', models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name='Job',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=100)),
                    ('at_once', models.PositiveSmallIntegerField(null=True)),
                    ('scope', models.CharField(max_length=100)),
                    ('payload', models.JSONField(default=dict)),
                    ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('succeeded', 'Succeeded'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='queued', max_length=10)),
                    ('done', models.PositiveIntegerField(default=0)),
                    ('total', models.PositiveIntegerField(default=0)),
                    ('note', models.JSONField(null=True)),
                    ('result', models.JSONField(null=True)),
                    ('error', models.JSONField(null=True)),
                    ('attempts', models.PositiveSmallIntegerField(default=0)),
                    ('max_attempts', models.PositiveSmallIntegerField(default=3)),
                    ('lease_expires_at', models.DateTimeField(null=True)),
                    ('lease_number', models.PositiveIntegerField(default=0)),
                    ('queued_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('started_at', models.DateTimeField(null=True)),
                    ('finished_at', models.DateTimeField(null=True)),
                    ('parent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='core.job')),
                ],
                options={
                    'indexes': [models.Index(fields=['scope', '-id'], name='job_scope'), models.Index(condition=models.Q(('state__in', ['queued', 'running'])), fields=['state', 'lease_expires_at'], name='job_unfinished')],
                },
            ),
        ]),
    ]
