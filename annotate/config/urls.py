"""Every address of the product."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from annotate.config.frontend import app_page
from annotate.config.health import health
from annotate.config.metrics import metrics
from annotate.crowd import api as crowd
from annotate.dashboards import api as dashboards
from annotate.evaluation import api as evaluation
from annotate.exchange import api as exchange
from annotate.exchange.hub import api as hub
from annotate.exchange.releases import api as releases
from annotate.images import api as images
from annotate.learning import api as learning
from annotate.notifications import api as notifications
from annotate.people import api as people
from annotate.privacy import api as privacy
from annotate.projects import api as projects
from annotate.quality import api as quality
from annotate.seeding import api as seeding
from annotate.sso import api as sso
from annotate.workflow import api as workflow

api = [
    # First, because addresses are tried one after the other, and these are asked all day.
    *workflow.urlpatterns,
    *people.urlpatterns,
    *sso.urlpatterns,
    *projects.urlpatterns,
    *notifications.urlpatterns,
    *images.urlpatterns,
    *seeding.urlpatterns,
    *learning.urlpatterns,
    *quality.urlpatterns,
    *crowd.urlpatterns,
    *exchange.urlpatterns,
    *releases.urlpatterns,
    *hub.urlpatterns,
    *evaluation.urlpatterns,
    *dashboards.urlpatterns,
    *privacy.urlpatterns,
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
]

urlpatterns = [
    path("healthz", health),
    path("metrics", metrics),
    path("api/v1/", include(api)),
    *crowd.page_patterns,
    *sso.page_patterns,
    # Every other address belongs to the browser's router, which shows "not found" itself.
    re_path(r"^(?!api/|static/).*$", app_page),
]

handler400 = "annotate.core.http.bad_request"
handler403 = "annotate.core.http.forbidden"
handler404 = "annotate.core.http.not_found"
handler500 = "annotate.core.http.server_error"
