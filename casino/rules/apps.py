from django.apps import AppConfig


class RulesConfig(AppConfig):
    name = "casino.rules"
    label = "rule_pages"  # The label "rules" belongs to django-rules.
