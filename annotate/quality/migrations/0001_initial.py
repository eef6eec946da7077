import annotate.core.clock
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotate.core.appendonly import forbid_updates
from annotate.core.schema_operations import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('projects', '0001_initial'),
        ('workflow', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='ConsentText',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('version', models.PositiveIntegerField()),
                    ('body', models.TextField(max_length=100000)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('project', 'version'), name='consent_version'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Agreement',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('text', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='agreements', to='quality.consenttext')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('text', 'user'), name='agreed_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='EntryConditions',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('values', models.JSONField()),
                    ('changed_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('changed_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='entry_conditions', to='projects.project')),
                ],
            ),
            migrations.CreateModel(
                name='Feedback',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('path', models.CharField(max_length=200)),
                    ('start', models.PositiveIntegerField(null=True)),
                    ('end', models.PositiveIntegerField(null=True)),
                    ('message', models.TextField(max_length=2000)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('read_at', models.DateTimeField(null=True)),
                    ('reply', models.TextField(blank=True, max_length=1000)),
                    ('replied_at', models.DateTimeField(null=True)),
                    ('annotation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='feedback', to='workflow.annotation')),
                    ('annotator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='feedback', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                    ('sent_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['annotator', '-id'], name='inbox'),
                        models.Index(condition=models.Q(('read_at__isnull', True)), fields=['annotator'], name='inbox_unread'),
                        models.Index(fields=['project', '-id'], name='feedback_sent'),
                    ],
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('replied_at__isnull', True), ('read_at__isnull', False), _connector='OR'), name='feedback_replied_is_read'),
                        models.CheckConstraint(condition=models.Q(models.Q(('end__isnull', True), ('start__isnull', True)), models.Q(('end__gt', models.F('start')), ('start__isnull', False)), _connector='OR'), name='feedback_span'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Flag',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stage_key', models.CharField(max_length=50)),
                    ('code', models.CharField(max_length=60)),
                    ('state', models.CharField(choices=[('open', 'Open'), ('settled', 'Settled'), ('withdrawn', 'Withdrawn')], default='open', max_length=10)),
                    ('numbers', models.JSONField()),
                    ('related', models.JSONField(default=list)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('changed_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('settled_at', models.DateTimeField(null=True)),
                    ('annotation', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='flags', to='workflow.annotation')),
                    ('annotator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('assignment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='flags', to='workflow.assignment')),
                    ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                    ('settled_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['project', 'state', '-assignment'], name='flag_queue'),
                        models.Index(fields=['project', 'annotator', 'code'], name='flag_of_person'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('assignment', 'code'), name='one_flag_per_reason'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Evidence',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('numbers', models.JSONField()),
                    ('related', models.JSONField(default=list)),
                    ('at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('flag', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evidence', to='quality.flag')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='GoldItem',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stage_key', models.CharField(max_length=50)),
                    ('expected', models.JSONField()),
                    ('is_good', models.BooleanField(default=True)),
                    ('is_mixed', models.BooleanField(default=True)),
                    ('is_practice', models.BooleanField(default=False)),
                    ('is_test', models.BooleanField(default=False)),
                    ('note', models.TextField(blank=True, max_length=2000)),
                    ('is_active', models.BooleanField(default=True)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('about', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.annotation')),
                    ('created_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                    ('sample', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.sample')),
                    ('source', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='workflow.annotation')),
                ],
                options={
                    'indexes': [
                        models.Index(condition=models.Q(('is_active', True)), fields=['project', 'stage_key', 'id'], name='gold_in_use'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(condition=models.Q(('about__isnull', True), ('is_active', True)), fields=('project', 'stage_key', 'sample'), name='one_gold_per_sample'),
                        models.UniqueConstraint(condition=models.Q(('about__isnull', False), ('is_active', True)), fields=('project', 'stage_key', 'about'), name='one_gold_per_answer'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='GoldResult',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('path', models.CharField(max_length=200)),
                    ('expected', models.JSONField()),
                    ('given', models.JSONField(null=True)),
                    ('right', models.BooleanField()),
                    ('at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('annotator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('assignment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='gold_results', to='workflow.assignment')),
                    ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='quality.golditem')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['annotator', '-id'], name='gold_result_of_person'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('assignment', 'path'), name='one_result_per_place'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='PendingCheck',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stage_key', models.CharField(max_length=50)),
                    ('annotator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                    ('sample', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.sample')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['project', 'stage_key', 'id'], name='pending_check_in_order'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='ProjectWord',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('word', models.CharField(max_length=100)),
                    ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('project', 'word'), name='word_once_per_project'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='StoredSettings',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('values', models.JSONField()),
                    ('changed_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('changed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='quality_settings', to='projects.project')),
                ],
            ),
            migrations.CreateModel(
                name='Suggestion',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('path', models.CharField(max_length=200)),
                    ('start', models.PositiveIntegerField()),
                    ('end', models.PositiveIntegerField()),
                    ('word', models.CharField(max_length=100)),
                    ('options', models.JSONField()),
                    ('confidence', models.FloatField()),
                    ('state', models.CharField(choices=[('open', 'Open'), ('accepted', 'Accepted'), ('rejected', 'Rejected')], default='open', max_length=10)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('decided_at', models.DateTimeField(null=True)),
                    ('annotation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.annotation')),
                    ('decided_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['project', 'state', '-confidence', '-id'], name='suggestion_queue'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('annotation', 'path', 'start', 'end'), name='suggestion_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Correction',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('path', models.CharField(max_length=200)),
                    ('start', models.PositiveIntegerField()),
                    ('end', models.PositiveIntegerField()),
                    ('before', models.CharField(max_length=100)),
                    ('after', models.CharField(max_length=100)),
                    ('at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('annotation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.annotation')),
                    ('made_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                    ('undoes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='undone_by', to='quality.correction')),
                    ('suggestion', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='corrections', to='quality.suggestion')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['project', 'annotation'], name='correction_of_project'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Attempt',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('stage_key', models.CharField(max_length=50)),
                    ('purpose', models.CharField(choices=[('practice', 'Practice'), ('test', 'Test')], max_length=8)),
                    ('score', models.FloatField(null=True)),
                    ('pass_mark', models.FloatField(default=0)),
                    ('passed', models.BooleanField(default=False)),
                    ('started_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('finished_at', models.DateTimeField(null=True)),
                    ('reset_at', models.DateTimeField(null=True)),
                    ('hit', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='attempt', to='workflow.hit')),
                    ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                    ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'indexes': [models.Index(fields=['project', 'user', 'stage_key', 'purpose'], name='attempt_of_person')],
                },
            ),
            migrations.CreateModel(
                name='Block',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('scope', models.CharField(choices=[('batch', 'Batch'), ('project', 'Project'), ('platform', 'Platform')], max_length=10)),
                    ('reason', models.TextField(max_length=1000)),
                    ('evidence', models.JSONField(default=dict)),
                    ('returned', models.PositiveIntegerField(default=0)),
                    ('requeued', models.PositiveIntegerField(default=0)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('lifted_at', models.DateTimeField(null=True)),
                    ('lift_reason', models.TextField(blank=True, max_length=1000)),
                    ('batch', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.batch')),
                    ('created_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('lifted_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='blocks', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'indexes': [models.Index(fields=['project', '-id'], name='block_by_project')],
                    'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('batch__isnull', False), ('scope', 'batch')), models.Q(models.Q(('scope', 'batch'), _negated=True), ('batch__isnull', True)), _connector='OR'), name='block_of_a_batch_names_it'), models.UniqueConstraint(condition=models.Q(('batch__isnull', True), ('lifted_at__isnull', True)), fields=('project', 'user', 'scope'), name='one_block_at_a_time'), models.UniqueConstraint(condition=models.Q(('batch__isnull', False), ('lifted_at__isnull', True)), fields=('batch', 'user'), name='one_batch_block_at_a_time')],
                },
            ),
        ]),
        forbid_updates("quality", "Agreement"),
        forbid_updates("quality", "ConsentText"),
        forbid_updates("quality", "Correction"),
        forbid_updates("quality", "Evidence"),
        forbid_updates("quality", "GoldResult"),
    ]
