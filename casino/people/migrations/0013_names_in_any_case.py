"""Names to sign in with are unique in any case within a casino."""

from django.db import migrations, models
from django.db.models.functions import Lower


class Migration(migrations.Migration):
    dependencies = [("people", "0012_forget_expired")]

    operations = [
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                "casino_id", Lower("username"), name="one_name_in_a_casino_in_any_case"
            ),
        ),
    ]
