import annotate.core.clock
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotate.core.schema_operations import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('core', '0001_initial'),
        ('images', '0001_initial'),
        ('projects', '0001_initial'),
        ('workflow', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Connection',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=100)),
                    ('backend', models.CharField(max_length=50)),
                    ('secrets', models.TextField(blank=True)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('archived_at', models.DateTimeField(null=True)),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='connections', to='projects.project')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('project', 'name'), name='connection_name'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='ModelAssignment',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('unseeded_share', models.FloatField(default=0)),
                    ('updated_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('captioner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='seeding.connection')),
                    ('detector', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='seeding.connection')),
                    ('ocr', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='seeding.connection')),
                    ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='model_assignment', to='projects.project')),
                ],
            ),
            migrations.CreateModel(
                name='ModelVersion',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('state', models.CharField(choices=[('trained', 'Trained'), ('candidate', 'Candidate'), ('serving', 'Serving'), ('retired', 'Retired')], default='trained', max_length=10)),
                    ('source', models.CharField(choices=[('base', 'Base'), ('settings', 'Settings'), ('training', 'Training'), ('registered', 'Registered')], default='base', max_length=10)),
                    ('settings', models.JSONField(default=dict)),
                    ('artifact', models.CharField(blank=True, max_length=300)),
                    ('artifact_sha256', models.CharField(blank=True, max_length=64)),
                    ('metrics', models.JSONField(default=dict)),
                    ('code_version', models.CharField(blank=True, max_length=50)),
                    ('notes', models.TextField(blank=True, max_length=2000)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('promoted_at', models.DateTimeField(null=True)),
                    ('retired_at', models.DateTimeField(null=True)),
                    ('base', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='seeding.modelversion')),
                    ('connection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='seeding.connection')),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='model_versions', to='projects.project')),
                ],
            ),
            migrations.CreateModel(
                name='Ordering',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('rule', models.CharField(choices=[('random', 'Random'), ('disagreement', 'Disagreement'), ('low_confidence', 'Low Confidence'), ('diversity', 'Diversity')], max_length=20)),
                    ('parameters', models.JSONField(default=dict)),
                    ('samples', models.PositiveIntegerField(default=0)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('applied_at', models.DateTimeField(null=True)),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='core.job')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='orderings', to='projects.project')),
                ],
            ),
            migrations.CreateModel(
                name='SampleScore',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('score', models.FloatField()),
                    ('ordering', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scores', to='seeding.ordering')),
                    ('sample', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.sample')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('ordering', 'sample'), name='score_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='SeedCounter',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stage_key', models.CharField(max_length=50)),
                    ('version', models.BigIntegerField()),
                    ('has_seed', models.BooleanField()),
                    ('arm', models.CharField(blank=True, max_length=8)),
                    ('figure', models.CharField(blank=True, max_length=20)),
                    ('count', models.BigIntegerField(default=0)),
                    ('total', models.FloatField(default=0)),
                    ('squares', models.FloatField(default=0)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('project', 'stage_key', 'version', 'has_seed', 'arm', 'figure'), name='seed_counter_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='SeedingRun',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('over', models.CharField(choices=[('waiting', 'Waiting'), ('unstarted', 'Unstarted')], default='waiting', max_length=10)),
                    ('detector', models.CharField(max_length=100)),
                    ('captioner', models.CharField(max_length=100)),
                    ('ocr', models.CharField(blank=True, max_length=100)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('captioner_version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='seeding.modelversion')),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('detector_version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='seeding.modelversion')),
                    ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='core.job')),
                    ('ocr_version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='seeding.modelversion')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seeding_runs', to='projects.project')),
                ],
            ),
            migrations.CreateModel(
                name='SeededSample',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('state', models.CharField(choices=[('pending', 'Pending'), ('seeded', 'Seeded'), ('failed', 'Failed'), ('unseeded', 'Unseeded'), ('started', 'Started')], default='pending', max_length=10)),
                    ('problem', models.CharField(blank=True, max_length=500)),
                    ('problem_message', models.JSONField(null=True)),
                    ('dropped', models.JSONField(default=list)),
                    ('sample', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.sample')),
                    ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='items', to='seeding.seedingrun')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['run', 'state'], name='seeded_by_state'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('run', 'sample'), name='sample_once_per_run'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='SeedOutcome',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stage_key', models.CharField(max_length=50)),
                    ('rounds', models.PositiveSmallIntegerField()),
                    ('active_seconds', models.FloatField()),
                    ('first_seconds', models.FloatField()),
                    ('tokens', models.PositiveIntegerField()),
                    ('seed_tokens', models.PositiveIntegerField(null=True)),
                    ('edit_distance', models.PositiveIntegerField(null=True)),
                    ('edit_share', models.FloatField(null=True)),
                    ('jaccard', models.FloatField(null=True)),
                    ('rounds_jaccard', models.FloatField(null=True)),
                    ('kept', models.PositiveIntegerField(null=True)),
                    ('edited', models.PositiveIntegerField(null=True)),
                    ('added', models.PositiveIntegerField(null=True)),
                    ('removed', models.PositiveIntegerField(null=True)),
                    ('finished_at', models.DateTimeField()),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                    ('sample', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.sample')),
                    ('seed', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.annotation')),
                    ('version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='seeding.modelversion')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['project', 'stage_key', 'version'], name='outcome_by_version'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('sample', 'stage_key'), name='outcome_of_seed_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='SeedRecord',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('provenance', models.JSONField(default=list)),
                    ('stage_key', models.CharField(blank=True, max_length=50)),
                    ('made_by', models.CharField(blank=True, max_length=60)),
                    ('annotation', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='record', to='workflow.annotation')),
                    ('run', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='seeding.seedingrun')),
                    ('sample', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.sample')),
                    ('version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='seeding.modelversion')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('sample__isnull', False), models.Q(('made_by', ''), _negated=True)), fields=('sample', 'stage_key', 'made_by'), name='seeded_once_by_a_version'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Snapshot',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('digest', models.CharField(max_length=64)),
                    ('folder', models.CharField(max_length=300)),
                    ('samples', models.PositiveIntegerField()),
                    ('held_out', models.PositiveIntegerField()),
                    ('facts', models.JSONField(default=dict)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='snapshots', to='projects.project')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('project', 'digest'), name='snapshot_digest'),
                    ],
                },
            ),
            migrations.AddField(
                model_name='modelversion',
                name='snapshot',
                field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='seeding.snapshot'),
            ),
            migrations.CreateModel(
                name='Trial',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('result', models.JSONField(null=True)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('image', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='images.image')),
                    ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='core.job')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                    ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='seeding.modelversion')),
                ],
            ),
            migrations.CreateModel(
                name='Arm',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('seeded', models.BooleanField()),
                    ('share', models.FloatField()),
                    ('at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                    ('sample', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='seeding_arm', to='workflow.sample')),
                ],
                options={
                    'indexes': [models.Index(fields=['project', 'seeded'], name='arm_by_project')],
                },
            ),
            migrations.AddConstraint(
                model_name='modelversion',
                constraint=models.UniqueConstraint(fields=('connection', 'number'), name='version_number'),
            ),
            migrations.AddConstraint(
                model_name='modelversion',
                constraint=models.UniqueConstraint(condition=models.Q(('state', 'serving')), fields=('connection',), name='one_serving_version'),
            ),
        ]),
    ]
