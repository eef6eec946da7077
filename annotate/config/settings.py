"""All settings, read from the environment; docs/reference/settings.md explains each variable.

Nothing here has a default that would be unsafe on the open internet: without DEBUG or DEMO the
process refuses to start unless SECRET_KEY and ALLOWED_HOSTS are given and good; see starting.py.
"""

from pathlib import Path
from typing import Any

import environ

from annotate.config import object_storage, places, pooling
from annotate.config.schedule import SCHEDULE
from annotate.config.secrets import kept_secret
from annotate.config.starting import keep_private, public_url, refuse_unsafe

BASE_DIR = places.BASE_DIR
env = environ.Env()

DEBUG: bool = env.bool("DEBUG", default=False)
DEMO: bool = env.bool("DEMO", default=False)
DATA_DIR = Path(env.str("DATA_DIR", default="") or places.data_dir(is_demo=DEMO)).resolve()

SECRET_KEY: str = env.str("SECRET_KEY", default="")
ALLOWED_HOSTS: list[str] = env.list(
    "ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if DEBUG or DEMO else []
)
if not (DEBUG or DEMO):
    refuse_unsafe(secret_key=SECRET_KEY, allowed_hosts=ALLOWED_HOSTS)
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "axes",
    "csp",
    "annotate.core",
    "annotate.people",
    "annotate.projects",
    "annotate.sso",
    "annotate.notifications",
    "annotate.images",
    "annotate.workflow",
    "annotate.seeding",
    "annotate.learning",
    "annotate.quality",
    "annotate.crowd",
    "annotate.exchange",
    "annotate.evaluation",
    "annotate.dashboards",
    "annotate.privacy",
    "annotate.config",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "annotate.core.middleware.PolicyMiddleware",
    "annotate.core.middleware.RequestIdMiddleware",
    "annotate.core.middleware.PossibleIdsMiddleware",
    "annotate.crowd.middleware.FramedEntryMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "annotate.crowd.middleware.WorkersOnlyWorkMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]
# Who may read the figures of /metrics; without it they are nowhere, and nothing is counted.
METRICS_TOKEN: str = env.str("METRICS_TOKEN", default="")
if METRICS_TOKEN:
    MIDDLEWARE.insert(0, "annotate.core.metrics.requests.MetricsMiddleware")
# Who collects traces, by OTLP over HTTP; without it nothing of them is loaded.
OTEL_EXPORTER_OTLP_ENDPOINT: str = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", default="")
if OTEL_EXPORTER_OTLP_ENDPOINT:
    MIDDLEWARE.insert(
        MIDDLEWARE.index("annotate.core.middleware.RequestIdMiddleware"),
        "annotate.core.traces.spans.TracesMiddleware",
    )

ROOT_URLCONF = "annotate.config.urls"
WSGI_APPLICATION = "annotate.config.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]

# --- database -------------------------------------------------------------------------------

DATABASES: dict[str, Any] = {
    "default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'annotate.sqlite3'}")
}
IS_EMBEDDED = DATABASES["default"]["ENGINE"].endswith("sqlite3")
keep_private(DATA_DIR, database=DATABASES["default"]["NAME"] if IS_EMBEDDED else "")
if not SECRET_KEY:
    SECRET_KEY = kept_secret(DATA_DIR / "secret_key")
if IS_EMBEDDED:
    # IMMEDIATE: a transaction that will write takes the write lock at its start, so two claims
    # queue instead of failing half way with "database is locked".
    DATABASES["default"]["ENGINE"] = "annotate.core.sqlite"
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("DATABASE_CONN_MAX_AGE", default=600)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# How a pooler before PostgreSQL hands connections on, as PgBouncer's pool_mode says.
DATABASE_POOLER: str = pooling.told(
    DATABASES["default"], env.str("DATABASE_POOLER", default="").strip().lower()
)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- people ---------------------------------------------------------------------------------

AUTH_USER_MODEL = "people.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "annotate.people.authentication.Accounts",
    # Named in the sessions of people who signed in before; it never signs anybody in.
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
AXES_FAILURE_LIMIT: int = env.int("LOGIN_FAILURE_LIMIT", default=8)
# Names are tried one after the other as well: an address has a limit of its own, wide enough for a
# room full of people behind one.
LOGIN_FAILURES_PER_ADDRESS: int = env.int("LOGIN_FAILURES_PER_ADDRESS", default=40)
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_HTTP_RESPONSE_CODE = 429
AXES_VERBOSE = False
AXES_LOCKOUT_CALLABLE = "annotate.core.http.locked_out"
AXES_CLIENT_IP_CALLABLE = "annotate.core.http.client_address"

# Identity providers that are set at deployment, as JSON; see annotate/sso/deployed.py.
OIDC_PROVIDERS: list[dict[str, Any]] = env.json("OIDC_PROVIDERS", default=[])
# Whether people sign in by an identity provider alone; passwords are then for those who are named.
SIGN_IN_ONLY_BY_PROVIDER: bool = env.bool("SIGN_IN_ONLY_BY_PROVIDER", default=False)
SIGN_IN_WITH_PASSWORD: list[str] = env.list("SIGN_IN_WITH_PASSWORD", default=[])

REDIS_URL: str = env.str("REDIS_URL", default="")

# --- HTTP -----------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "annotate.people.authentication.TokenAuthentication",
        "annotate.people.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["annotate.core.http.JsonParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "annotate.core.negotiation.PlainFirst",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "annotate.core.http.handle_exception",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "OAS_VERSION": "3.1.0",
    "TITLE": "Annotate",
    "DESCRIPTION": "Describing images with people and models together.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "WEBHOOKS": "annotate.projects.webhook_openapi.WEBHOOKS",
    "POSTPROCESSING_HOOKS": [
        "annotate.core.openapi.add_schemas",
        "annotate.core.openapi.add_error_answers",
        "annotate.core.openapi.add_kinds",
    ],
}
APPEND_SLASH = False
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FILES = 60
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

TRUST_PROXY: bool = env.bool("TRUST_PROXY", default=False)
HTTPS: bool = env.bool("HTTPS", default=TRUST_PROXY)
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
# Cached sessions need a cache that all processes share: a per-process one would keep a session
# alive in one worker after a log-out in another.
SESSION_ENGINE = "annotate.core.sessions" if REDIS_URL else "django.contrib.sessions.backends.db"
CSRF_FAILURE_VIEW = "annotate.core.http.csrf_failure"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        # Mantine places its colours in style attributes; nothing a user types reaches them.
        "style-src": ["'self'", "'unsafe-inline'"],
        "img-src": ["'self'", "blob:", "data:", *object_storage.origins(env)],
        "connect-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}

# --- files ----------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
FRONTEND_DIST = BASE_DIR / "frontend" / "dist"
STATICFILES_DIRS = [("app", FRONTEND_DIST)] if FRONTEND_DIST.is_dir() else []
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
# The client's files carry a hash of their content in their names and may be kept for ever.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/app/assets/.+-[0-9A-Za-z_-]{8}\.\w+$"
STATIC_ROOT.mkdir(exist_ok=True)
MEDIA_ROOT = DATA_DIR / "media"
# Snapshots of finished samples and the weights of model versions: never served.
MODELS_DIR = DATA_DIR / "models"
# The browser that prints reports; empty: the one that is found under its usual names.
CHROMIUM: str = env.str("CHROMIUM", default="")
CHROMIUM_ARGS: list[str] = env.list("CHROMIUM_ARGS", default=[])
# Folders of models that leads may choose from by name; see seeding/backends/transformers/places.py.
MODELS_ROOTS: list[str] = env.list("MODELS_ROOTS", default=[str(DATA_DIR / "base-models")])
# Synsets of nouns that demean people, one on each line; see docs/reference/harms.md.
HARM_NOUNS_FILE: str = env.str("HARM_NOUNS_FILE", default="")
STORAGES: dict[str, Any] = {
    "default": object_storage.backend(env)
    or {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# How buckets are reached from which pictures are imported.
OBJECT_STORE: dict[str, str] = object_storage.access(env)
# For how long whoever has seen a picture has it from the object store itself; 0: never.
STORAGE_SIGNED_SECONDS: int = env.int("STORAGE_SIGNED_SECONDS", default=0)
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
IMAGE_MAX_BYTES: int = env.int("IMAGE_MAX_BYTES", default=60 * 1024 * 1024)
IMAGE_MAX_PIXELS: int = env.int("IMAGE_MAX_PIXELS", default=120_000_000)
IMPORT_MAX_BYTES: int = env.int("IMPORT_MAX_BYTES", default=4 * 1024**3)
# Of how many rows of one list pictures are fetched from addresses; 0: of none.
IMPORT_MAX_ADDRESSES: int = env.int("IMPORT_MAX_ADDRESSES", default=20_000)
# As Tesseract names them, joined by "+": "eng+deu".
OCR_LANGUAGES: str = env.str("OCR_LANGUAGES", default="eng")

# --- other servers, e-mail ------------------------------------------------------------------

# `host:port` of servers on one's own network that may be asked; see annotate/core/fetch.py.
FETCH_PRIVATE_HOSTS: list[str] = env.list("FETCH_PRIVATE_HOSTS", default=[])
# Seconds before each further attempt to reach an endpoint; after the last one it is given up.
WEBHOOK_RETRY_SECONDS = [
    int(seconds)
    for seconds in env.list(
        "WEBHOOK_RETRY_SECONDS", default=["5", "300", "1800", "7200", "18000", "36000"]
    )
]
# Days after which a delivery that was received is deleted.
WEBHOOK_KEEP_DAYS: int = env.int("WEBHOOK_KEEP_DAYS", default=30)
# The Hugging Face Hub, or one that speaks as it does, to which releases are pushed.
HUB_ENDPOINT: str = env.str("HUB_ENDPOINT", default="https://huggingface.co").rstrip("/")
# Where the crowd platforms live: constants that only the tests of their adapters replace.
PROLIFIC_API_URL = "https://api.prolific.com/api/v1"
PROLIFIC_APP_URL = "https://app.prolific.com"
MTURK_API_URLS = {
    "production": "https://mturk-requester.us-east-1.amazonaws.com",
    "sandbox": "https://mturk-requester-sandbox.us-east-1.amazonaws.com",
}
MTURK_SUBMIT_ORIGINS = ["https://www.mturk.com", "https://workersandbox.mturk.com"]
MTURK_FRAME_ORIGINS = [*MTURK_SUBMIT_ORIGINS, "https://worker.mturk.com"]

# Without it no mail is sent and magic links are handed over by the lead. The demo prints its mail.
EMAIL_URL: str = env.str("EMAIL_URL", default="consolemail://" if DEMO else "")
EMAIL_FROM: str = env.str("EMAIL_FROM", default="")
if EMAIL_URL:
    vars().update(env.email_url_config(EMAIL_URL))
else:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
DEFAULT_FROM_EMAIL = EMAIL_FROM or "annotate@localhost"
EMAIL_TIMEOUT = 15
# Under which address people reach this installation: links in mail begin with it.
PUBLIC_URL: str = public_url(
    env.str("PUBLIC_URL", default=""),
    origins=CSRF_TRUSTED_ORIGINS,
    hosts=ALLOWED_HOSTS,
    is_https=HTTPS,
)
# At which hour of the day (UTC) the daily mail about what happened is sent.
DIGEST_HOUR: int = env.int("DIGEST_HOUR", default=6) % 24
# Invitations that one project, and one lead, may have mailed in a day.
INVITATION_MAILS_PER_DAY: int = env.int("INVITATION_MAILS_PER_DAY", default=200)
# Days after which a notification is deleted, read or not.
NOTIFICATIONS_KEEP_DAYS: int = env.int("NOTIFICATIONS_KEEP_DAYS", default=90)

# --- jobs -----------------------------------------------------------------------------------

BROKER_DIR = DATA_DIR / "broker"
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    # Whoever starts a job does not wait for a broker that is gone or silent: the clock sends jobs
    # again. One try, at most a second for the connection and a second for each answer; left to
    # itself the client tries three times with six seconds between, and waits for answers for ever.
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "visibility_timeout": 3600,
        "max_retries": 0,
        "socket_connect_timeout": 1,
        "socket_timeout": 1,
    }
    CACHES = {
        "default": {
            "BACKEND": "annotate.core.shared_cache.Cache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
        }
    }
else:
    for folder in ("in", "processed", "control"):
        (BROKER_DIR / folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_URL = "filesystem://"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(BROKER_DIR / "in"),
        "data_folder_out": str(BROKER_DIR / "in"),
        "control_folder": str(BROKER_DIR / "control"),
        "processed_folder": str(BROKER_DIR / "processed"),
        # Messages are moved on one disk (an atomic rename), not through the system's temp folder.
        "store_processed": True,
        # The default of one second would mean one job a second.
        "polling_interval": 0.05,
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_DEFAULT_QUEUE = "annotate"
# A worker that reports nothing for so long is taken for dead, and its job is given to another.
JOB_LEASE_SECONDS: float = env.float("JOB_LEASE_SECONDS", default=90.0)
# Kinds of jobs that may have workers of their own, and the queues where these listen.
JOB_QUEUES: dict[str, str] = {
    "training": env.str("TRAINING_QUEUE", default=CELERY_TASK_DEFAULT_QUEUE),
    # Whatever asks models, which may be local ones.
    "seeding": env.str("SEEDING_QUEUE", default=CELERY_TASK_DEFAULT_QUEUE),
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker waits for a broker that is gone for however long that takes.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "annotate.core.beat:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "clock")
CELERY_BEAT_SCHEDULE = SCHEDULE

# --- language, time, logs -------------------------------------------------------------------

LANGUAGE_CODE = "en"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
LOG_FORMAT: str = env.str("LOG_FORMAT", default="console")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"structured": {"()": "annotate.core.logs.Formatter", "style_name": LOG_FORMAT}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "axes": {"level": "WARNING"},
        # It writes the ids of passkeys.
        "fido2": {"level": "WARNING"},
        "django.request": {"level": "ERROR"},
        # It warns that a broker of folders on disk has no host name.
        "kombu.connection": {"level": "ERROR"},
    },
}
