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
                name='Channel',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=200)),
                    ('adapter', models.CharField(max_length=20)),
                    ('stage_key', models.CharField(blank=True, max_length=50)),
                    ('state', models.CharField(choices=[('open', 'Open'), ('closed', 'Closed')], default='open', max_length=10)),
                    ('slug', models.CharField(max_length=40, unique=True)),
                    ('settings', models.JSONField(default=dict)),
                    ('credentials', models.TextField(blank=True)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='channels', to='projects.project')),
                ],
            ),
            migrations.CreateModel(
                name='EntryToken',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('nonce', models.CharField(max_length=64, unique=True)),
                    ('expires_at', models.DateTimeField(db_index=True)),
                    ('used_at', models.DateTimeField(null=True)),
                    ('channel', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='crowd.channel')),
                ],
            ),
            migrations.CreateModel(
                name='MagicLink',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(blank=True, max_length=100)),
                    ('email', models.EmailField(blank=True, max_length=254)),
                    ('digest', models.CharField(max_length=64, unique=True)),
                    ('person', models.CharField(max_length=200)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('expires_at', models.DateTimeField()),
                    ('mailed_at', models.DateTimeField(null=True)),
                    ('used_at', models.DateTimeField(null=True)),
                    ('channel', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='crowd.channel')),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='Participation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('external_person', models.CharField(max_length=200)),
                    ('external_session', models.CharField(max_length=200)),
                    ('verified', models.BooleanField(default=False)),
                    ('facts', models.JSONField(default=dict)),
                    ('state', models.CharField(choices=[('arrived', 'Arrived'), ('submitted', 'Submitted'), ('returned', 'Returned'), ('timed_out', 'Timed Out'), ('rejected', 'Rejected')], default='arrived', max_length=10)),
                    ('outcome', models.CharField(blank=True, choices=[('completed', 'Completed'), ('screened_out', 'Screened Out'), ('no_work', 'No Work')], max_length=15)),
                    ('platform_status', models.CharField(blank=True, max_length=30)),
                    ('platform_at', models.DateTimeField(null=True)),
                    ('arrived_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('ended_at', models.DateTimeField(null=True)),
                    ('channel', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='participations', to='crowd.channel')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='participations', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['channel', 'external_person'], name='visits_of_a_person'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(fields=('channel', 'external_session'), name='one_arrival_per_session'),
                        models.UniqueConstraint(condition=models.Q(('state', 'arrived')), fields=('channel', 'user'), name='one_open_visit_per_person'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Delivery',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('assignment', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.assignment')),
                    ('hit', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.hit')),
                    ('participation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='crowd.participation')),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('hit__isnull', False), ('assignment__isnull', False), _connector='XOR'), name='delivered_one_thing'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Payment',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('base', models.DecimalField(decimal_places=2, max_digits=10)),
                    ('bonus', models.DecimalField(decimal_places=2, default=0, max_digits=10)),
                    ('currency', models.CharField(max_length=3)),
                    ('numbers', models.JSONField(default=dict)),
                    ('state', models.CharField(choices=[('computed', 'Computed'), ('approved', 'Approved'), ('sending', 'Sending'), ('sent', 'Sent'), ('failed', 'Failed')], default='computed', max_length=10)),
                    ('reason', models.CharField(blank=True, max_length=500)),
                    ('reason_message', models.JSONField(null=True)),
                    ('is_uncertain', models.BooleanField(default=False)),
                    ('sent_by_job', models.BigIntegerField(null=True)),
                    ('base_sent_at', models.DateTimeField(null=True)),
                    ('bonus_reference', models.CharField(blank=True, max_length=200)),
                    ('bonus_tried_at', models.DateTimeField(null=True)),
                    ('bonus_sent_at', models.DateTimeField(null=True)),
                    ('approved_at', models.DateTimeField(null=True)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('approved_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('delivery', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='payment', to='crowd.delivery')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='payments', to='projects.project')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['project', 'state', '-id'], name='payment_by_state'),
                    ],
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('base__gte', 0), ('bonus__gte', 0)), name='no_negative_pay'),
                        models.CheckConstraint(condition=models.Q(('state', 'computed'), ('approved_by__isnull', False), _connector='OR'), name='only_approved_payments_go_on'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='PaymentEvent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('what', models.CharField(max_length=40)),
                    ('message', models.CharField(blank=True, max_length=500)),
                    ('at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('payment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='crowd.payment')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='PlatformEvent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('event_id', models.CharField(max_length=200)),
                    ('kind', models.CharField(max_length=60)),
                    ('session', models.CharField(blank=True, max_length=200)),
                    ('status', models.CharField(blank=True, max_length=30)),
                    ('at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('channel', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='crowd.channel')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('channel', 'event_id'), name='platform_event_once'),
                    ],
                },
            ),
        ]),
        forbid_updates("crowd", "PaymentEvent"),
        forbid_updates("crowd", "PlatformEvent"),
    ]
