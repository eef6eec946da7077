import annotate.core.clock
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotate.core.appendonly import forbid_updates
from annotate.core.schema_operations import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('core', '0001_initial'),
        ('projects', '0001_initial'),
        ('seeding', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Loop',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('is_on', models.BooleanField(default=False)),
                    ('batch_size', models.PositiveIntegerField(default=1000)),
                    ('promotion', models.CharField(choices=[('manual', 'Manual'), ('better', 'Better')], default='better', max_length=10)),
                    ('metric', models.CharField(default='cider', max_length=30)),
                    ('margin', models.FloatField(default=0)),
                    ('held_out_share', models.FloatField(default=0.1)),
                    ('training', models.JSONField(default=dict)),
                    ('counted', models.PositiveIntegerField(default=0)),
                    ('updated_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('connection', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='seeding.connection')),
                    ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='loop', to='projects.project')),
                ],
            ),
            migrations.CreateModel(
                name='TrainingRun',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('state', models.CharField(choices=[('queued', 'Queued'), ('preparing', 'Preparing'), ('training', 'Training'), ('waiting', 'Waiting'), ('evaluating', 'Evaluating'), ('promoting', 'Promoting'), ('succeeded', 'Succeeded'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='queued', max_length=10)),
                    ('reason', models.CharField(choices=[('batch', 'Batch'), ('manual', 'Manual')], max_length=10)),
                    ('settings', models.JSONField(default=dict)),
                    ('finished_samples', models.PositiveIntegerField(default=0)),
                    ('problem', models.CharField(blank=True, max_length=500)),
                    ('problem_message', models.JSONField(null=True)),
                    ('progress', models.JSONField(default=dict)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('started_at', models.DateTimeField(null=True)),
                    ('finished_at', models.DateTimeField(null=True)),
                    ('base', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='seeding.modelversion')),
                    ('connection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='trainings', to='seeding.connection')),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='core.job')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='training_runs', to='projects.project')),
                    ('snapshot', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='seeding.snapshot')),
                    ('version', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='training', to='seeding.modelversion')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('state__in', ['queued', 'preparing', 'training', 'waiting', 'evaluating', 'promoting'])), fields=('connection',), name='one_training_at_a_time'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='TrainingPoint',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('step', models.PositiveIntegerField()),
                    ('epoch', models.FloatField()),
                    ('loss', models.FloatField(null=True)),
                    ('held_out_loss', models.FloatField(null=True)),
                    ('learning_rate', models.FloatField(null=True)),
                    ('at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='points', to='learning.trainingrun')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('run', 'step'), name='point_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='LoopEvent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('verb', models.CharField(max_length=40)),
                    ('data', models.JSONField(default=dict)),
                    ('at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('connection', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='seeding.connection')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='loop_events', to='projects.project')),
                    ('seeding', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='seeding.seedingrun')),
                    ('version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='seeding.modelversion')),
                    ('training', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='learning.trainingrun')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['project', '-id'], name='loop_event_newest'),
                    ],
                },
            ),
        ]),
        forbid_updates("learning", "LoopEvent"),
    ]
