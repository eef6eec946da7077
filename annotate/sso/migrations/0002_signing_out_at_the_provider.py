from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('sso', '0001_identity_providers'),
    ]

    operations = [
        migrations.AddField(
            model_name='provider',
            name='signs_out_at_provider',
            field=models.BooleanField(default=False),
        ),
    ]
