import annotate.core.clock
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotate.core.appendonly import forbid_updates
from annotate.core.schema_operations import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('images', '0001_initial'),
        ('projects', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Annotation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stage_key', models.CharField(max_length=50)),
                    ('index', models.PositiveSmallIntegerField()),
                    ('kind', models.CharField(max_length=50)),
                    ('origin', models.CharField(choices=[('model', 'Model'), ('person', 'Person'), ('import', 'Import')], max_length=6)),
                    ('purpose', models.CharField(choices=[('work', 'Work'), ('gold', 'Gold'), ('practice', 'Practice'), ('test', 'Test')], default='work', max_length=8)),
                    ('producer', models.CharField(blank=True, max_length=200)),
                    ('value', models.JSONField()),
                    ('scratch_reason', models.TextField(blank=True, max_length=1000)),
                    ('from_scratch', models.BooleanField(default=False)),
                    ('measures', models.JSONField(default=dict)),
                    ('decision', models.JSONField(default=dict)),
                    ('active_seconds', models.FloatField(default=0)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('about', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='judgements', to='workflow.annotation')),
                    ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='annotations', to=settings.AUTH_USER_MODEL)),
                    ('parent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.annotation')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                ],
            ),
            migrations.CreateModel(
                name='Batch',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('title', models.CharField(blank=True, max_length=200)),
                    ('state', models.CharField(choices=[('open', 'Open'), ('closed', 'Closed')], default='open', max_length=10)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('closed_at', models.DateTimeField(null=True)),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='batches', to='projects.project')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('project', 'number'), name='batch_number'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='BatchBlock',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('carried_over', models.BooleanField(default=False)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('batch', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to='workflow.batch')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='batch_blocks', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('batch', 'user'), name='blocked_once_from_a_batch'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='DailyStats',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stage_key', models.CharField(max_length=50)),
                    ('index', models.PositiveSmallIntegerField()),
                    ('day', models.DateField()),
                    ('submissions', models.BigIntegerField(default=0)),
                    ('tokens', models.BigIntegerField(default=0)),
                    ('active_seconds', models.FloatField(default=0)),
                    ('jaccard_sum', models.FloatField(default=0)),
                    ('jaccard_count', models.BigIntegerField(default=0)),
                    ('edit_distance', models.BigIntegerField(default=0)),
                    ('edit_share_sum', models.FloatField(default=0)),
                    ('edit_count', models.BigIntegerField(default=0)),
                    ('from_scratch', models.BigIntegerField(default=0)),
                    ('stopped_early', models.BigIntegerField(default=0)),
                    ('finished_samples', models.BigIntegerField(default=0)),
                    ('skips', models.BigIntegerField(default=0)),
                    ('kept', models.BigIntegerField(default=0)),
                    ('edited', models.BigIntegerField(default=0)),
                    ('added', models.BigIntegerField(default=0)),
                    ('removed', models.BigIntegerField(default=0)),
                    ('merged', models.BigIntegerField(default=0)),
                    ('last_at', models.DateTimeField()),
                    ('annotator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('project', 'stage_key', 'index', 'annotator', 'day'), name='daily_stats_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='HistogramBin',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stage_key', models.CharField(max_length=50)),
                    ('measure', models.CharField(choices=[('tokens', 'Tokens'), ('seconds', 'Seconds'), ('jaccard', 'Jaccard'), ('prior', 'Prior')], max_length=8)),
                    ('index', models.PositiveSmallIntegerField()),
                    ('day', models.DateField()),
                    ('bin', models.PositiveSmallIntegerField()),
                    ('lane', models.PositiveSmallIntegerField()),
                    ('count', models.BigIntegerField(default=0)),
                    ('tokens_gained', models.BigIntegerField(default=0)),
                    ('edit_distance', models.BigIntegerField(default=0)),
                    ('active_seconds', models.FloatField(default=0)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('project', 'stage_key', 'measure', 'index', 'day', 'bin', 'lane'), name='histogram_bin_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Hit',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stage_key', models.CharField(max_length=50)),
                    ('purpose', models.CharField(choices=[('work', 'Work'), ('gold', 'Gold'), ('practice', 'Practice'), ('test', 'Test')], default='work', max_length=8)),
                    ('state', models.CharField(choices=[('live', 'Live'), ('submitted', 'Submitted'), ('released', 'Released'), ('expired', 'Expired')], default='live', max_length=10)),
                    ('deadline', models.DateTimeField()),
                    ('submit_key', models.UUIDField(null=True, unique=True)),
                    ('started_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('ended_at', models.DateTimeField(null=True)),
                    ('page_seconds', models.FloatField(null=True)),
                    ('annotator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hits', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                ],
                options={
                    'indexes': [
                        models.Index(condition=models.Q(('state', 'live')), fields=['deadline'], name='hit_by_deadline'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('state', 'live')), fields=('project', 'annotator', 'stage_key'), name='one_live_hit_per_person'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='LabelUse',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('label', models.CharField(max_length=200)),
                    ('place', models.PositiveSmallIntegerField()),
                    ('tail', models.CharField(max_length=600)),
                    ('count', models.BigIntegerField(default=0)),
                    ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['project', 'tail'], name='label_by_tail', opclasses=['int8_ops', 'varchar_pattern_ops']),
                        models.Index(condition=models.Q(('place', 0)), fields=['project', '-count'], name='label_by_count'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('project', 'label', 'place'), name='label_use_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Outcome',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stage_key', models.CharField(max_length=50)),
                    ('kept', models.BooleanField()),
                    ('numbers', models.JSONField(default=dict)),
                    ('at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('annotation', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='outcome', to='workflow.annotation')),
                ],
            ),
            migrations.CreateModel(
                name='Sample',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('state', models.CharField(choices=[('waiting', 'Waiting'), ('open', 'Open'), ('done', 'Done'), ('withdrawn', 'Withdrawn')], default='waiting', max_length=10)),
                    ('split', models.CharField(blank=True, default='', max_length=5)),
                    ('stage_key', models.CharField(blank=True, max_length=50)),
                    ('round', models.PositiveSmallIntegerField(default=0)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('updated_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('finished_at', models.DateTimeField(null=True)),
                    ('batch', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='samples', to='workflow.batch')),
                    ('image', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='sample', to='images.image')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='samples', to='projects.project')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['project', 'state', 'id'], name='sample_by_state'),
                        models.Index(condition=models.Q(('batch__isnull', False)), fields=['batch', 'id'], name='sample_by_batch'),
                    ],
                },
            ),
            migrations.AddField(
                model_name='annotation',
                name='sample',
                field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='annotations', to='workflow.sample'),
            ),
            migrations.CreateModel(
                name='SampleCounter',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stage_key', models.CharField(blank=True, max_length=50)),
                    ('split', models.CharField(blank=True, max_length=5)),
                    ('state', models.CharField(max_length=10)),
                    ('lane', models.BigIntegerField()),
                    ('count', models.BigIntegerField(default=0)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('project', 'stage_key', 'split', 'state', 'lane'), name='sample_counter_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Task',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stage_key', models.CharField(max_length=50)),
                    ('index', models.PositiveSmallIntegerField()),
                    ('purpose', models.CharField(choices=[('work', 'Work'), ('gold', 'Gold'), ('practice', 'Practice'), ('test', 'Test')], default='work', max_length=8)),
                    ('exclusion_group', models.CharField(max_length=80)),
                    ('order_key', models.BigIntegerField()),
                    ('state', models.CharField(choices=[('open', 'Open'), ('parked', 'Parked'), ('held', 'Held'), ('done', 'Done'), ('cancelled', 'Cancelled')], default='open', max_length=10)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('about', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.annotation')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                    ('sample', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tasks', to='workflow.sample')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['sample', 'stage_key'], name='task_by_sample'),
                        models.Index(condition=models.Q(('state', 'open')), fields=['project', 'stage_key', 'order_key'], name='task_open_in_order'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('about__isnull', True), ('purpose', 'work'), models.Q(('state', 'cancelled'), _negated=True)), fields=('sample', 'stage_key', 'index'), name='task_once'),
                        models.UniqueConstraint(condition=models.Q(('about__isnull', False), ('purpose', 'work'), models.Q(('state', 'cancelled'), _negated=True)), fields=('about', 'stage_key', 'index'), name='judging_task_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Assignment',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('exclusion_group', models.CharField(max_length=80)),
                    ('position', models.PositiveSmallIntegerField(default=0)),
                    ('state', models.CharField(choices=[('live', 'Live'), ('submitted', 'Submitted'), ('released', 'Released'), ('expired', 'Expired'), ('skipped', 'Skipped')], default='live', max_length=10)),
                    ('draft', models.JSONField(null=True)),
                    ('draft_version', models.PositiveIntegerField(default=0)),
                    ('draft_saved_at', models.DateTimeField(null=True)),
                    ('scratch_reason', models.TextField(blank=True, max_length=1000)),
                    ('active_seconds', models.FloatField(default=0)),
                    ('arrangement', models.JSONField(null=True)),
                    ('carried_seconds', models.FloatField(default=0)),
                    ('submit_key', models.UUIDField(null=True, unique=True)),
                    ('skip_reason', models.CharField(blank=True, max_length=30)),
                    ('comment', models.TextField(blank=True, max_length=1000)),
                    ('verdict', models.CharField(choices=[('unreviewed', 'Unreviewed'), ('approved', 'Approved'), ('rejected', 'Rejected')], default='unreviewed', max_length=10)),
                    ('verdict_reason', models.TextField(blank=True, max_length=1000)),
                    ('verdict_at', models.DateTimeField(null=True)),
                    ('lease_expires_at', models.DateTimeField()),
                    ('is_ahead', models.BooleanField(default=False)),
                    ('started_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('ended_at', models.DateTimeField(null=True)),
                    ('annotator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to=settings.AUTH_USER_MODEL)),
                    ('answer', models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='assignment', to='workflow.annotation')),
                    ('base', models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='workflow.annotation')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                    ('verdict_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('hit', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='workflow.hit')),
                    ('sample', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.sample')),
                    ('task', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='workflow.task')),
                ],
                options={
                    'indexes': [
                        models.Index(condition=models.Q(('state', 'live')), fields=['lease_expires_at'], name='lease_by_expiry'),
                        models.Index(condition=models.Q(('state', 'live')), fields=['annotator', 'project'], name='held_by_annotator'),
                        models.Index(condition=models.Q(('hit__isnull', False)), fields=['hit', 'position'], name='assignment_in_hit'),
                        models.Index(fields=['annotator', '-ended_at'], name='history_of_annotator'),
                        models.Index(fields=['sample', 'annotator'], name='assignment_by_sample'),
                        models.Index(condition=models.Q(('verdict', 'unreviewed'), _negated=True), fields=['project', 'annotator', 'verdict'], name='verdicts_of_annotator'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('state', 'live')), fields=('task',), name='one_live_lease_per_task'),
                        models.UniqueConstraint(condition=models.Q(('state__in', ['live', 'submitted'])), fields=('sample', 'annotator', 'exclusion_group'), name='nobody_works_twice_on_a_sample'),
                        models.UniqueConstraint(condition=models.Q(('is_ahead', True), ('state', 'live')), fields=('project', 'annotator'), name='one_ahead_per_person'),
                        models.CheckConstraint(condition=models.Q(models.Q(('state', 'submitted'), _negated=True), models.Q(('answer__isnull', False), ('submit_key__isnull', False)), _connector='OR'), name='submitted_has_an_answer'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Transition',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('subject', models.CharField(choices=[('sample', 'Sample'), ('task', 'Task'), ('assignment', 'Assignment')], max_length=10)),
                    ('subject_id', models.BigIntegerField()),
                    ('from_state', models.CharField(blank=True, max_length=10)),
                    ('to_state', models.CharField(max_length=10)),
                    ('reason', models.CharField(blank=True, max_length=60)),
                    ('detail', models.JSONField(default=dict)),
                    ('at', models.DateTimeField()),
                    ('actor', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('sample', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='transitions', to='workflow.sample')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.AddIndex(
                model_name='annotation',
                index=models.Index(condition=models.Q(('about__isnull', False)), fields=['about', 'id'], name='judgement_by_answer'),
            ),
            migrations.AddConstraint(
                model_name='annotation',
                constraint=models.UniqueConstraint(condition=models.Q(('about__isnull', True), ('origin', 'person'), ('purpose', 'work')), fields=('sample', 'stage_key', 'index'), name='one_answer_per_task'),
            ),
            migrations.AddConstraint(
                model_name='annotation',
                constraint=models.UniqueConstraint(condition=models.Q(('about__isnull', False), ('origin', 'person'), ('purpose', 'work')), fields=('about', 'stage_key', 'index'), name='one_judgement_per_task'),
            ),
        ]),
        forbid_updates("workflow", "Annotation"),
        forbid_updates("workflow", "Transition"),
    ]
