"""Settings, typed and read from the environment; without any, the project runs on its embedded parts.

docs/running.md lists every variable. Three variables replace embedded parts: DATABASE_URL (else the embedded
PostgreSQL), CELERY_BROKER_URL (else kombu's filesystem transport) and PERMANENCE_DATA (the folder of the embedded
parts; `var/` in the checkout).
"""

from datetime import timedelta
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.conf.global_settings import PASSWORD_HASHERS

from casino.installation import environment as env
from casino.installation.data_folder import broker_folders, data_folder
from casino.installation.logs import LOG_LEVELS, logging_for
from casino.installation.server_address import (
    APPLICATION,
    OWNER,
    SERVICES,
    role_of_service,
    variable_of_service,
)
from casino.installation.server_address import url as embedded_url
from casino.one_machine.ports import own_hosts

BASE_DIR: Path = Path(__file__).resolve().parent.parent

# --- where things are -------------------------------------------------------------------------------------
DATA_DIR: Path = data_folder()
DATABASE_IS_EMBEDDED: bool = not env.text("DATABASE_URL")
BROKER_IS_EMBEDDED: bool = not env.broker("CELERY_BROKER_URL")
PDF_FALLBACK_FONTS: Path | None = env.folder_with("PDF_FALLBACK_FONTS", "*.[ot]t[fc]", base=BASE_DIR)
WHEEL_SPOOL_DIR: Path = Path(env.text("WHEEL_SPOOL_DIR", str(DATA_DIR / "wheels")))

# Addresses that wheel readers may have: hosts and networks in addition to public addresses, ports, and serial devices.
WHEEL_READER_ADDRESSES: list[str] = env.hosts_and_networks("WHEEL_READER_ADDRESSES")
WHEEL_READER_PORTS = env.port_ranges("WHEEL_READER_PORTS", "1024-65535")
WHEEL_READER_DEVICES: list[str] = env.device_paths(
    "WHEEL_READER_DEVICES", "/dev/ttyUSB*,/dev/ttyACM*,/dev/ttyS*,/dev/serial/by-id/*,/dev/serial/by-path/*"
)

# MQTT brokers of readers: the installation's own, with their sign-ins, and the certificates.
WHEEL_MQTT_BROKERS = env.mqtt_brokers("WHEEL_MQTT_BROKERS")
WHEEL_MQTT_CA: str = env.readable_file("WHEEL_MQTT_CA")
WHEEL_MQTT_CERTIFICATE: str = env.readable_file("WHEEL_MQTT_CERTIFICATE")
WHEEL_MQTT_KEY: str = env.readable_file("WHEEL_MQTT_KEY")

# Least free space on the disks of these folders, and further folders that the operator names.
DISK_LEAST_FREE_MB: int = env.whole_number("DISK_LEAST_FREE_MB", 100, least=1, most=10_000_000)
DISK_FOLDERS: list[Path] = [Path(folder) for folder in env.words("DISK_FOLDERS")]

# --- access -----------------------------------------------------------------------------------------------
DEBUG: bool = env.yes_or_no("DEBUG")
SECRET_KEY: str = env.own_secret_key("SECRET_KEY", DATA_DIR)
PORT: int = env.whole_number("PORT", 8000, least=1, most=65535)
ALLOWED_HOSTS: list[str] = env.words("ALLOWED_HOSTS", own_hosts())
CSRF_TRUSTED_ORIGINS: list[str] = env.words("CSRF_TRUSTED_ORIGINS")
BEHIND_HTTPS: bool = env.yes_or_no("BEHIND_HTTPS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE: int = env.whole_number("SESSION_SECONDS", 12 * 3600, least=60, most=365 * 86400)
# casino/installation/trusted_proxies.py alone reads the client's address and scheme from headers, and only of these.
TRUSTED_PROXIES = env.addresses_and_networks("TRUSTED_PROXIES")
if BEHIND_HTTPS and not TRUSTED_PROXIES:
    env.refuse(
        "TRUSTED_PROXIES", "", "the addresses of the proxies, such as 127.0.0.1, since BEHIND_HTTPS is set"
    )
SECURE_HSTS_SECONDS: int = (
    env.whole_number("HSTS_SECONDS", 30 * 86400, least=0, most=2 * 365 * 86400) if BEHIND_HTTPS else 0
)
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- the casino -------------------------------------------------------------------------------------------
USE_TZ = True
TIME_ZONE: str = env.time_zone("TIME_ZONE", "Europe/Lisbon")
ROTA_BREAK_AFTER_MINUTES: int = env.whole_number("ROTA_BREAK_AFTER_MINUTES", 0, least=0, most=1440)
GAMING_DAY_BEGINS_AT: int = env.whole_number("GAMING_DAY_BEGINS_AT", 8, least=0, most=23)
# Each person reads their own language. Texts for players are in the rulebook's language (docs/languages.md).
LANGUAGE_CODE = "en"
USE_I18N = True
LANGUAGES = [("en", "English"), ("fr", "Français"), ("it", "Italiano"), ("pt", "Português (Portugal)")]
LANGUAGE_COOKIE_NAME = "language"
LOCALE_PATHS: list[Path] = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "casino.languages.formats"
CODE_VERSION: str = env.code_version("CODE_VERSION", BASE_DIR)
RULEBOOKS: Path | None = env.folder_with("RULEBOOKS", "*.toml", base=BASE_DIR)
HOUSE_BEGINS_EMPTY: bool = env.one_of("HOUSE", "DEMONSTRATION", ("DEMONSTRATION", "EMPTY")) == "EMPTY"
DEMONSTRATION_HOUSE: bool = env.yes_or_no("DEMONSTRATION_HOUSE")
DEMONSTRATION_LIVES: bool = env.yes_or_no("DEMONSTRATION_LIVES")
"""Its tables are played, and one is left to the visitor. `run_house` says so to its parts."""
DEMONSTRATION_IS_PUBLIC: bool = env.one_of("DEMONSTRATION", "PRIVATE", ("PRIVATE", "PUBLIC")) == "PUBLIC"
SHIFT_SWEEP_SECONDS: float = env.number("SHIFT_SWEEP_SECONDS", 60.0, most=86400)
SEALER_LAG_LIMIT_SECONDS: float = env.number("SEALER_LAG_LIMIT_SECONDS", 10.0, most=86400)
FOLLOWER_LAG_LIMIT_SECONDS: float = env.number("FOLLOWER_LAG_LIMIT_SECONDS", 60.0, most=86400)
SPOOL_LAG_LIMIT_SECONDS: float = env.number("SPOOL_LAG_LIMIT_SECONDS", 60.0, most=86400)
CHECKPOINT_SECONDS: float = env.number("CHECKPOINT_SECONDS", 60.0, most=86400)
CHECKPOINT_KEY: str = env.checkpoint_key("CHECKPOINT_KEY")
CHECKPOINT_VKEYS: list[str] = env.public_keys("CHECKPOINT_VKEYS")
CHECKPOINT_KEY_FILE: Path = Path(env.text("CHECKPOINT_KEY_FILE", str(DATA_DIR / "checkpoint-key")))

# --- notices of breaches ----------------------------------------------------------------------------------
NOTICE_EMAILS: list[str] = env.words("NOTICE_EMAILS")
NOTICE_EMAIL_FROM: str = env.text("NOTICE_EMAIL_FROM", "permanence@localhost")
NOTICE_WEBHOOK: str = env.web_address("NOTICE_WEBHOOK")
NOTICE_WEBHOOK_SECRET: str = env.webhook_secret("NOTICE_WEBHOOK_SECRET", needed=bool(NOTICE_WEBHOOK))
globals().update(env.e_mail_server("EMAIL_URL"))
EMAIL_BACKEND = "casino.notices.mail.TimedBackend"
EMAIL_TIMEOUT = 10

# --- where the feed may be brought ------------------------------------------------------------------------
WEBHOOK_ALLOWED_ADDRESSES: list[str] = env.hosts_and_networks("WEBHOOK_ALLOWED_ADDRESSES")

INSTALLED_APPS = [
    # Before Django's own, whose createsuperuser it takes the place of.
    "casino.people",
    "casino.web.revocation",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "template_partials",
    "django_htmx",
    "rules",
    "axes",
    # The project uses no templates or addresses of allauth: see casino/people/sign_in.
    "allauth.account",
    "allauth.mfa",
    "csp",
    "oauth2_provider",
    "drf_spectacular",
    "casino.floor",
    "casino.seats",
    "casino.rules",
    "casino.compliance",
    "casino.one_machine",
    "casino.setup",
    "casino.languages",
    "casino.health",
    "casino.notices",
    "casino.api",
    "casino.reports",
    "casino.api.webhooks",
    "settlement",
    "tables.stream",
    "tables.handling.live",
    "tables.handling",
    "tables.handling.deadlines",
    "tables.handling.alerts",
    "tables.wheels",
    "casino",
]
MIDDLEWARE = [
    # Outermost: all others see GET, and the answer with its content.
    "casino.web.head_requests.HeadRequests",
    "casino.web.no_store.NoStore",
    "django.middleware.security.SecurityMiddleware",
    "casino.web.languages.BrowserLanguage",
    "casino.web.readable.ReadableRequests",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "casino.api.http.response.ApiCompression",
    "casino.api.access.rate_limits.RateHeaders",
    "casino.api.http.single_headers.SingleHeaders",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "casino.web.languages.PersonLanguage",
    "casino.people.casino_clock.CasinoClock",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "casino.web.page_alone.PageAlone",
    "allauth.account.middleware.AccountMiddleware",
    "casino.people.sign_in.standing.SignInStanding",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    "casino.commands.other_letters.OtherLetters",
    "casino.web.archived.ArchivedMonths",
    "casino.web.unavailable.DatabaseAway",
]
ROOT_URLCONF = "casino.urls"
ASGI_APPLICATION = "casino.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "casino.kit.page_parts.kept_urls",
                "casino.kit.page_parts.kept_parts",
                "casino.kit.page_parts.same_parts",
            ],
            "libraries": {"kit": "casino.kit.template_filters", "languages": "casino.kit.language_tags"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "casino.people.whose_house.demonstration_strip",
            ],
        },
    }
]
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# One machine has no deployment step: the server reads static/ itself. See deploy/ for a proxy in front.
WHITENOISE_USE_FINDERS = True

# --- limits of one web process --------------------------------------------------------------------------------
WEB_REQUESTS_AT_ONCE: int = env.whole_number("WEB_REQUESTS_AT_ONCE", 16, least=1, most=200)
WEB_PAGES_AT_ONCE: int = env.whole_number("WEB_PAGES_AT_ONCE", 1, least=1, most=50)
WEB_OPENINGS_AT_ONCE: int = env.whole_number("WEB_OPENINGS_AT_ONCE", 4, least=1, most=50)
WEB_BACKGROUND_THREADS: int = env.whole_number("WEB_BACKGROUND_THREADS", 4, least=1, most=50)
WEB_LIVE_PAGES: int = env.whole_number("WEB_LIVE_PAGES", 2000, least=1, most=100_000)
WEB_SIGN_SCREENS: int = env.whole_number("WEB_SIGN_SCREENS", 400, least=1, most=100_000)
WEB_EVENT_STREAMS: int = env.whole_number("WEB_EVENT_STREAMS", 400, least=1, most=100_000)
WEB_EVENT_STREAMS_PER_CLIENT: int = env.whole_number("WEB_EVENT_STREAMS_PER_CLIENT", 4, least=1, most=100_000)
WEB_BODIES_MB: int = env.whole_number("WEB_BODIES_MB", 64, least=1, most=100_000)

# --- the database -----------------------------------------------------------------------------------------
# One role for each service, with the rights that it needs, and one that owns the tables, for migrations and repairs
# (tables/stream/database_roles.py).
DATABASE_URL: str = env.text("DATABASE_URL") or embedded_url(DATA_DIR, APPLICATION)
DATABASES: dict[str, dict[str, Any]] = {"default": env.postgresql("DATABASE_URL", DATABASE_URL)}
DATABASE_OWNER: dict[str, Any] = env.role_of_database(
    "DATABASE_OWNER_URL", embedded=embedded_url(DATA_DIR, OWNER) if DATABASE_IS_EMBEDDED else ""
)
# Deadlines of a service for the database (tables/postgresql/deadlines.py).
DATABASE_CONNECT_SECONDS: int = env.whole_number("DATABASE_CONNECT_SECONDS", 2, least=2, most=60)
DATABASE_ANSWER_SECONDS: float = env.number("DATABASE_ANSWER_SECONDS", 5.0, most=86400)
DATABASE_LONG_ANSWER_SECONDS: float = env.number("DATABASE_LONG_ANSWER_SECONDS", 300.0, most=86400)
DATABASE_IDLE_TRANSACTION_SECONDS: float = env.number("DATABASE_IDLE_TRANSACTION_SECONDS", 30.0, most=86400)
# Connection of each service; empty if the service uses the application's role.
DATABASE_OF_SERVICES: dict[str, dict[str, Any]] = {
    service: env.role_of_database(
        variable_of_service(service),
        embedded=embedded_url(DATA_DIR, role_of_service(service)) if DATABASE_IS_EMBEDDED else "",
    )
    for service in SERVICES
}
# A connection is tested before it is used again: a database killed and restarted then costs the request that was
# under way, and no other.
DATABASES["default"] |= {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}
if env.yes_or_no("DATABASE_POOL"):
    # Set by casino.asgi: each ASGI request has a thread of its own, so only a pool can reuse connections. It has one
    # for each request at work (the last for a page of the whole floor) and one for each thread in the background: none
    # waits for a connection in vain.
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
        "min_size": 2,
        "max_size": WEB_REQUESTS_AT_ONCE
        + WEB_PAGES_AT_ONCE
        + WEB_OPENINGS_AT_ONCE
        + WEB_BACKGROUND_THREADS
        + 1,
        # Nobody waits for another's connection, only for one that is being opened.
        "timeout": 3,
        # After an outage the pool tries again by itself, at intervals that double until this many seconds are over.
        "reconnect_timeout": 4,
    }

# Each process has a cache of its own, for values that any process can compute (settlement/day_played.py).
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

# --- people -----------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "people.Person"
# Names are unique in a casino and not in the database. Person.objects.called finds the right person.
SILENCED_SYSTEM_CHECKS = ["auth.W004"]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_HASHERS = [
    *PASSWORD_HASHERS,
    "casino.people.pin_hashing.PinHasher",
    "casino.api.access.secrets.ClientSecretHasher",
]
# Key that hashes PINs, kept outside the database. None: the key is made from SECRET_KEY.
PIN_PEPPER: str = env.secret("PIN_PEPPER", "nothing, for a key made from SECRET_KEY")
PIN_PEPPERS_OLD: list[str] = env.words("PIN_PEPPERS_OLD")
PIN_LEAST_DIGITS: int = env.whole_number("PIN_LEAST_DIGITS", 4, least=4, most=12)
LOGIN_URL = "/sign-in/"
LOGOUT_REDIRECT_URL = "/sign-in/"
# casino/people/attempts.py counts the attempts and sets the locks. Terminals behind one address share SIGN_IN_NAMES.
AXES_HANDLER = "casino.people.sign_in_limits.SignInLimits"
AXES_FAILURE_LIMIT: int = env.whole_number("SIGN_IN_ATTEMPTS", 5, least=1, most=1000)
AXES_COOLOFF_TIME = timedelta(minutes=env.whole_number("SIGN_IN_LOCKED_MINUTES", 15, least=1, most=24 * 60))
SIGN_IN_NAMES: int = env.whole_number("SIGN_IN_NAMES", 20, least=2, most=100_000)
AXES_LOCKOUT_CALLABLE = "casino.accounts.views.locked_out"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

# A casino's register sets the roles that need a second factor, the lock of sessions and the age of passwords
# (casino/people/sign_in/rules.py). A process reads these rules again after this many seconds.
SIGN_IN_RULES_BELIEVED_SECONDS: float = 5.0
# django-allauth: people are registered by others and have no e-mail address, so it has nothing to verify and nobody
# signs up. Its limits count in each web process by itself: ours count in the database (casino/people/attempts.py).
ACCOUNT_ADAPTER = "casino.people.sign_in.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_USER_MODEL_EMAIL_FIELD = None
ACCOUNT_RATE_LIMITS = False
ACCOUNT_LOGIN_TIMEOUT = 300
MFA_ADAPTER = "casino.people.sign_in.adapters.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_RATE_LIMITS = False

# --- machines ---------------------------------------------------------------------------------------------
# No session and no cookie: a client of the API has a token, and is answered in JSON.
API_TOKEN_BELIEVED_SECONDS: float = env.number("API_TOKEN_BELIEVED_SECONDS", 5.0, most=5)
# Hours that a request for administration waits for an officer (casino/api/waiting).
API_REQUESTS_WAIT_HOURS: int = env.whole_number("API_REQUESTS_WAIT_HOURS", 24, least=1, most=720)
API_REQUESTS_PER_MINUTE: int = env.whole_number("API_REQUESTS_PER_MINUTE", 6000, least=1, most=1_000_000)
# Requests that one address may send to pages without sign-in, to each web process in a minute.
PUBLIC_REQUESTS_PER_MINUTE: int = env.whole_number("PUBLIC_REQUESTS_PER_MINUTE", 300, least=1, most=1_000_000)
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["casino.api.access.authentication.ClientAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["casino.api.access.authentication.HasScope"],
    "DEFAULT_THROTTLE_CLASSES": ["casino.api.access.rate_limits.ClientRate"],
    "DEFAULT_PARSER_CLASSES": ["casino.api.http.body.JsonBody"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "casino.api.openapi.document.OperationSchema",
    "EXCEPTION_HANDLER": "casino.web.problem_response.exception_response",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
OAUTH2_PROVIDER_APPLICATION_MODEL = "api.ApiClient"
OAUTH2_PROVIDER: dict[str, Any] = {
    "OAUTH2_SERVER_CLASS": "oauthlib.oauth2.BackendApplicationServer",
    "OAUTH2_VALIDATOR_CLASS": "casino.api.access.credentials.ClientValidator",
    "SCOPES_BACKEND_CLASS": "casino.api.access.scopes.ClientScopes",
    "ACCESS_TOKEN_EXPIRE_SECONDS": 600,
    "CLIENT_SECRET_HASHER": "client_secret_sha256",
    "COMPLIANT_BCP_RFC9700_TOKEN_STORAGE": True,
    "COMPLIANT_BCP_RFC9700_ACCESS_TOKEN_TRANSPORT": True,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Permanence",
    "VERSION": "1",
    "DESCRIPTION": "The integration API of a house's roulette tables. Stable: what is published here changes by "
    "addition only. Money is in minor units, times are RFC 3339 in UTC, and whatever goes wrong is "
    "application/problem+json.",
    "OAS_VERSION": "3.1.0",
    "OAUTH2_FLOWS": ["clientCredentials"],
    "OAUTH2_TOKEN_URL": "/oauth/token/",
    "POSTPROCESSING_HOOKS": ["casino.api.openapi.document.complete"],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
}

# --- Celery -----------------------------------------------------------------------------------------------
CELERY_BROKER_URL: str = env.broker("CELERY_BROKER_URL") or "filesystem://localhost//"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    broker_folders(DATA_DIR)
    if BROKER_IS_EMBEDDED
    # Seconds: a frozen broker confirms nothing, and a publisher would wait for ever.
    else {"confirm_publish": True, "read_timeout": 5, "write_timeout": 5}
)
CELERY_BROKER_USE_SSL: dict[str, Any] | None = env.broker_tls(CELERY_BROKER_URL)
if not BROKER_IS_EMBEDDED:
    CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1}
    CELERY_TASK_DEFAULT_QUEUE_TYPE = "quorum"
    CELERY_TASK_DEFAULT_EXCHANGE_TYPE = "topic"  # delayed delivery on quorum queues knows no direct exchange
    CELERY_TASK_CREATE_MISSING_QUEUE_TYPE = "quorum"
    CELERY_TASK_CREATE_MISSING_QUEUE_EXCHANGE_TYPE = "topic"
    CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
    CELERY_BROKER_HEARTBEAT = 20  # in seconds: a worker gives up a broker that is silent for 40
CELERY_TASK_DEFAULT_QUEUE = "permanence"
# The shift rules have a queue and a worker of their own: no other task can keep a sweep waiting.
SWEEP = "tables.shift.tasks.sweep"
CELERY_TASK_ROUTES = {SWEEP: {"queue": "sweeps"}}
# Seconds: the first limit interrupts a task, and the second kills its process. A task with long statements may wait for
# one of them.
CELERY_TASK_SOFT_TIME_LIMIT: float = DATABASE_LONG_ANSWER_SECONDS + 30
CELERY_TASK_TIME_LIMIT: float = DATABASE_LONG_ANSWER_SECONDS + 60
CELERY_TASK_ANNOTATIONS: dict[str, dict[str, float]] = {
    SWEEP: {"soft_time_limit": 60, "time_limit": 75},
    "tables.alerts.tasks.look": {"soft_time_limit": 60, "time_limit": 75},
    "casino.notices.tasks.send": {"soft_time_limit": 240, "time_limit": 270},
    "casino.reports.tasks.pick_up": {"soft_time_limit": 60, "time_limit": 75},
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Otherwise each piece of a traceback that is printed becomes a line of the log: 1,700 lines for one fault.
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celery" / "beat-schedule")
CELERY_BEAT_SCHEDULER = "casino.beat_schedule:Schedule"


def _every(seconds: float, task: str) -> dict[str, Any]:
    """Return a task's entry in the schedule.

    A task that has not begun before the next is due expires: the next one does the same work.
    """
    return {"task": task, "schedule": timedelta(seconds=seconds), "options": {"expires": seconds}}


CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "sweep-the-shift-rules": _every(SHIFT_SWEEP_SECONDS, SWEEP),
    "look-for-alerts": _every(60, "tables.alerts.tasks.look"),
    "send-the-notices": _every(SHIFT_SWEEP_SECONDS, "casino.notices.tasks.send"),
    "forget-what-expired-of-people": _every(3600, "casino.people.tasks.forget_what_expired"),
    "forget-what-expired-at-the-api": _every(3600, "casino.api.tasks.forget_what_expired"),
    "pick-up-the-reports": _every(60, "casino.reports.tasks.pick_up"),
    "throw-away-old-reports": _every(3600, "casino.reports.tasks.throw_away_old"),
}

# --- logs -------------------------------------------------------------------------------------------------
LOGGING = logging_for(level=env.one_of("LOG_LEVEL", "INFO", LOG_LEVELS), as_json=env.yes_or_no("LOG_JSON"))
