import annotate.core.clock
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotate.core.appendonly import forbid_updates
from annotate.core.schema_operations import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Project',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=200)),
                    ('description', models.TextField(blank=True, max_length=5000)),
                    ('state', models.CharField(choices=[('active', 'Active'), ('paused', 'Paused'), ('archived', 'Archived')], default='active', max_length=10)),
                    ('recipe_data', models.JSONField()),
                    ('seed', models.BigIntegerField()),
                    ('is_gated', models.BooleanField(default=False)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='Invitation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('role', models.CharField(choices=[('lead', 'Lead'), ('reviewer', 'Reviewer'), ('annotator', 'Annotator')], max_length=10)),
                    ('digest', models.CharField(max_length=64, unique=True)),
                    ('uses_left', models.PositiveIntegerField(default=1)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('expires_at', models.DateTimeField()),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='projects.project')),
                ],
            ),
            migrations.CreateModel(
                name='Membership',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('role', models.CharField(choices=[('lead', 'Lead'), ('reviewer', 'Reviewer'), ('annotator', 'Annotator')], max_length=10)),
                    ('is_blocked', models.BooleanField(default=False)),
                    ('is_restricted', models.BooleanField(default=False)),
                    ('guidelines_read', models.PositiveIntegerField(default=0)),
                    ('joined_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='projects.project')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('project', 'user'), name='one_membership_per_person')],
                },
            ),
            migrations.CreateModel(
                name='Guideline',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('version', models.PositiveIntegerField()),
                    ('body', models.TextField(max_length=100000)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='guidelines', to='projects.project')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('project', 'version'), name='guideline_version')],
                },
            ),
            migrations.CreateModel(
                name='AuditEvent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('verb', models.CharField(max_length=60)),
                    ('target', models.CharField(blank=True, max_length=200)),
                    ('data', models.JSONField(default=dict)),
                    ('at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='audit', to='projects.project')),
                ],
                options={
                    'indexes': [models.Index(fields=['project', '-id'], name='audit_by_project')],
                },
            ),
        ]),
        forbid_updates("projects", "AuditEvent"),
        forbid_updates("projects", "Guideline"),
    ]
