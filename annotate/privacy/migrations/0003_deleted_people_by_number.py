"""Who was deleted had English words in the place of the name; the number in them is enough."""

from django.db import migrations


def keep_numbers(apps, schema_editor):
    people = apps.get_model("people", "User")
    deletions = apps.get_model("privacy", "Deletion").objects.exclude(state="asked")
    for number, user_id in deletions.values_list("pk", "user_id").iterator():
        named = people.objects.filter(pk=user_id, display_name=f"Deleted person {number}")
        named.update(display_name="", deleted_number=number)


def keep_words(apps, schema_editor):
    for user in apps.get_model("people", "User").objects.exclude(deleted_number=None).iterator():
        user.display_name = f"Deleted person {user.deleted_number}"
        user.save(update_fields=["display_name"])


class Migration(migrations.Migration):

    dependencies = [
        ("people", "0006_number_of_deleted_people"),
        ("privacy", "0002_names_in_the_audit"),
    ]

    operations = [migrations.RunPython(keep_numbers, keep_words)]
