"""Settings, typed and read from the environment; without any, the project runs on its embedded parts.

Variables: DATABASE_URL, CELERY_BROKER_URL, PERMANENCE_DATA (folder of the embedded parts), SECRET_KEY,
DEBUG, ALLOWED_HOSTS, CSRF_TRUSTED_ORIGINS, TIME_ZONE.
"""

from pathlib import Path

import environ

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DEBUG: bool = env.bool("DEBUG", default=False)
SECRET_KEY: str = env.str("SECRET_KEY", default="demonstration-only")
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["*"])
DATABASES = {"default": env.db_url("DATABASE_URL", default="postgres:///permanence")}

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "pgtrigger",
    "template_partials",
    "django_htmx",
    "rules",
    "axes",
    "casino.people",
    "casino.floor",
    "casino.embedded",
    "settlement",
    "tables.stream",
    "tables.house",
    "tables.shift",
    "tables.wheels",
]
ROOT_URLCONF = "casino.urls"
ASGI_APPLICATION = "casino.asgi.application"
USE_TZ = True
TIME_ZONE: str = env.str("TIME_ZONE", default="UTC")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
