import annotate.core.clock
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotate.core.appendonly import forbid_updates
from annotate.core.schema_operations import CreateModels


class Migration(migrations.Migration):

    dependencies = [
        ('core', '0002_workers_say_where_they_stand'),
        ('exchange', '0003_whole_samples'),
        ('projects', '0003_guidelines_before_work'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Datasheet',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('answers', models.JSONField(default=dict)),
                    ('updated_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='datasheet', to='projects.project')),
                    ('updated_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='Release',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=100)),
                    ('version', models.CharField(max_length=50)),
                    ('description', models.TextField(blank=True, max_length=5000)),
                    ('licence', models.CharField(blank=True, max_length=200)),
                    ('citation', models.TextField(blank=True, max_length=5000)),
                    ('formats', models.JSONField()),
                    ('only_approved', models.BooleanField(default=False)),
                    ('split', models.CharField(blank=True, max_length=5)),
                    ('datasheet', models.JSONField(default=dict)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='core.job')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='releases', to='projects.project')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['project', '-id'], name='release_newest'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('project', 'name', 'version'), name='release_version_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='FrozenRelease',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('digest', models.CharField(max_length=64)),
                    ('samples', models.PositiveBigIntegerField()),
                    ('size_bytes', models.PositiveBigIntegerField()),
                    ('left_out', models.JSONField(default=dict)),
                    ('at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('release', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='frozen', to='exchange.release')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='ReleaseFile',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('path', models.CharField(max_length=200)),
                    ('sha256', models.CharField(max_length=64)),
                    ('size_bytes', models.PositiveBigIntegerField()),
                    ('release', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='exchange.release')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('release', 'path'), name='release_file_once'),
                    ],
                },
            ),
        ]),
        forbid_updates("exchange", "Release"),
        forbid_updates("exchange", "FrozenRelease"),
        forbid_updates("exchange", "ReleaseFile"),
    ]
