"""Attempts are numbered for each webhook: keys in order told a client how much goes to the webhooks of others."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('webhooks', '0002_codes_of_webhooks'),
    ]

    operations = [
        migrations.AddField(
            model_name='attempt',
            name='number',
            field=models.BigIntegerField(null=True),
        ),
        # Clients read on after the ids that they have been given.
        migrations.RunSQL("UPDATE webhooks_attempt SET number = id", migrations.RunSQL.noop),
        migrations.AlterField(
            model_name='attempt',
            name='number',
            field=models.BigIntegerField(),
        ),
        migrations.RemoveIndex(
            model_name='attempt',
            name='attempts_of_a_webhook',
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(fields=('webhook', 'number'), name='attempts_of_a_webhook'),
        ),
    ]
