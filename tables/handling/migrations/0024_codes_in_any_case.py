"""Codes of tables are unique in any case: RF1 and rf1 are one code to a person."""

from django.db import migrations, models
from django.db.models.functions import Lower


class Migration(migrations.Migration):
    dependencies = [("house", "0023_reader_roles")]

    operations = [
        migrations.AddConstraint(
            model_name="gamingtable",
            constraint=models.UniqueConstraint("casino", Lower("code"), name="one_table_of_a_code_in_any_case"),
        ),
    ]
