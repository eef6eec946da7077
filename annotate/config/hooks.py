"""Who answers what: every question a package asks those above it, and every module with jobs.

This is the one list of them (docs/reference/hooks.md says when each is asked). It is read when
the program starts, so that a name that leads nowhere stops it there and not on the first call.
"""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from annotate.core.hooks import Hook, HookT
from annotate.core.jobs import hooks as jobs
from annotate.core.metrics import hooks as metrics
from annotate.crowd.selectors import payments
from annotate.crowd.services import visits
from annotate.dashboards import hooks as dashboards
from annotate.dashboards.report.sections import methods, models, people, progress, rounds
from annotate.dashboards.selectors import jobs as project_jobs
from annotate.dashboards.selectors import pages as project_pages
from annotate.dashboards.selectors import staffing
from annotate.evaluation.selectors import (
    group_questions,
    harm_acts,
    printed,
    rated_samples,
    studies,
)
from annotate.evaluation.selectors import metrics as asked_figures
from annotate.evaluation.selectors import pages as evaluation_pages
from annotate.evaluation.selectors import stored as texts
from annotate.evaluation.services import given_texts, left_out
from annotate.exchange import hooks as imports
from annotate.exchange import selectors as exchange
from annotate.exchange import stored as exports
from annotate.images import hooks as images
from annotate.learning import hooks as learning
from annotate.learning.selectors import finished, versions
from annotate.learning.services import loop
from annotate.notifications import hooks as notifications
from annotate.notifications.services import listening
from annotate.people import hooks as people_hooks
from annotate.projects import hooks as projects
from annotate.projects import needs
from annotate.projects import selectors as people_of_projects
from annotate.projects.services import projects as accounts
from annotate.projects.services import webhooks
from annotate.quality import hooks as quality
from annotate.quality.selectors import feedback, flags, outcome_notices, spelling, waiting
from annotate.quality.selectors import mixing as known_gold
from annotate.quality.selectors import qualification as tests
from annotate.quality.services import gold, mixing, new_work, qualification
from annotate.quality.services import outcome_notices as telling
from annotate.seeding import hooks as seeding
from annotate.seeding.selectors import metrics as seed_figures
from annotate.seeding.selectors import spending
from annotate.seeding.services import outcomes
from annotate.sso.services import signing_out
from annotate.workflow import hooks as workflow
from annotate.workflow import selectors as samples
from annotate.workflow.selectors import last_seen, stock
from annotate.workflow.selectors import metrics as work_figures
from annotate.workflow.services import webhooks as endpoints


@dataclass(frozen=True)
class Answered:
    """A question with those who answer it, in order; `answered` has their types checked."""

    hook: Hook[Any]
    functions: tuple[Any, ...]


def answered(hook: Hook[HookT], *functions: HookT) -> Answered:
    return Answered(hook, functions)


HOOKS = (
    # Accounts: in how many projects they are, and what admins do to them.
    answered(people_hooks.project_counters, projects.projects_of),
    answered(people_hooks.acted, accounts.note_account),
    answered(people_hooks.lead_finders, people_of_projects.who_leads),
    answered(people_hooks.logout_addresses, signing_out.logout_address),
    # Numbers shown with a project, and where it comes from.
    answered(
        projects.counters,
        ("members", projects.members),
        ("samples", samples.count_samples),
        ("done", samples.count_done),
    ),
    # When each person of a project was last at work there.
    answered(projects.last_seen, last_seen.last_seen),
    answered(projects.origin_finders, studies.origins),
    # What operators watch.
    answered(metrics.figures, work_figures.work, seed_figures.seeded, asked_figures.asked),
    # What waits for those who lead or review.
    answered(
        needs.needs,
        project_jobs.failed_jobs,
        waiting.undecided,
        payments.unapproved,
        staffing.people_missing,
        people_of_projects.unanswered_invitations,
        stock.stages_low,
        versions.proposed,
    ),
    # Which of a project's pages show something already.
    answered(dashboards.in_use, project_pages.used_pages, evaluation_pages.used_pages),
    # What takes room for a project, beside its images.
    answered(dashboards.stored, exports.stored, texts.stored),
    # Who of those who annotate may see an image.
    answered(images.viewers, samples.sees_image, group_questions.sees_asked),
    # Who may work, and what is mixed in.
    answered(workflow.gates, tests.gate, visits.gate, studies.gate),
    answered(workflow.keeping, known_gold.has_gold),
    answered(workflow.mixing, mixing.mix),
    # What follows, in the transaction of what happened: cheap, such as starting a job.
    answered(
        workflow.submitted,
        visits.note_submitted,
        new_work.note_submitted,
    ),
    # In this order: a test is scored by the results that were just written.
    answered(workflow.compared, gold.note_results, qualification.note_finished),
    answered(workflow.started_over, telling.note_started_over),
    answered(workflow.skipped, new_work.note_submitted),
    answered(
        workflow.finished,
        outcomes.note_finished,
        loop.note_finished,
        telling.note_finished,
        endpoints.note_finished,
    ),
    answered(jobs.ended, webhooks.note_job, listening.note_job),
    answered(projects.happened, listening.note_event),
    # What lasts, found by the clock.
    answered(
        notifications.conditions,
        waiting.review_waiting,
        stock.tasks_low,
        spending.models_stopped,
    ),
    answered(seeding.served, loop.note_served),
    # Whether a connection may be archived.
    answered(seeding.in_use, loop.uses),
    # What no model is to learn from.
    answered(learning.left_out, harm_acts.left_out),
    # What else is to be said of somebody's work.
    answered(workflow.unread_feedback, feedback.unread, outcome_notices.unread),
    answered(workflow.remarks, feedback.remarks_on),
    answered(workflow.corrections, spelling.corrected_between),
    answered(workflow.files_of, exchange.files_of),
    answered(workflow.flagged, flags.flagged_samples),
    answered(workflow.flag_codes, flags.open_codes),
    answered(workflow.learned, finished.may_have_learned),
    answered(workflow.without_training, harm_acts.samples_left_out),
    answered(quality.kept_from_training, left_out.keep_from_training),
    answered(workflow.rated, rated_samples.rated),
    answered(workflow.rated_studies, rated_samples.rated_studies),
    # Texts that come with images and are to be those of a study.
    answered(imports.texts_named, given_texts.refuse_taken),
    answered(imports.texts_given, given_texts.keep),
    # The parts of the printed report of a project, as they follow one another.
    answered(
        projects.builders,
        progress.section,
        rounds.section,
        people.agreement_section,
        people.section,
        models.section,
        printed.section,
        printed.texts_section,
        methods.methods_section,
        methods.settings_section,
    ),
)

# Workers must know the jobs of these even if nothing else has led them there.
JOB_MODULES = (
    "annotate.crowd.services.link_mails",
    "annotate.crowd.services.payments",
    "annotate.dashboards.services.reports",
    "annotate.evaluation.services.enriching",
    "annotate.evaluation.services.harm_measuring",
    "annotate.evaluation.services.mention_measuring",
    "annotate.evaluation.services.preparing",
    "annotate.evaluation.services.reading_again",
    "annotate.evaluation.services.reasoning_asking",
    "annotate.evaluation.services.text_files",
    "annotate.evaluation.services.text_measuring",
    "annotate.exchange.hub.services",
    "annotate.exchange.releases.services",
    "annotate.exchange.services",
    "annotate.learning.services.version_comparisons",
    "annotate.learning.services.training_job",
    "annotate.notifications.services.mailing",
    "annotate.people.services.password_resets",
    "annotate.privacy.services.data_files",
    "annotate.privacy.services.deletions",
    "annotate.privacy.services.images",
    "annotate.projects.services.mailed_invitations",
    "annotate.projects.services.webhook_sending",
    "annotate.quality.services.acts",
    "annotate.quality.services.blocks",
    "annotate.quality.services.jobs",
    "annotate.quality.services.new_work",
    "annotate.quality.services.sample_acts",
    "annotate.quality.services.spelling",
    "annotate.seeding.services",
    "annotate.seeding.services.chunks",
    "annotate.seeding.services.ordering",
    "annotate.seeding.services.shared",
    "annotate.seeding.services.trials",
)


def connect() -> None:
    """Give every hook its functions, and have every handler of jobs registered."""
    for row in HOOKS:
        row.hook.functions = row.functions
    for name in JOB_MODULES:
        import_module(name)
