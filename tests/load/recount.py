"""Count everything anew in SQL, by other means than the product, and compare with its rows."""

from dataclasses import dataclass

from django.db import connection

from annotate.projects.models import Project
from annotate.workflow.services.counters.histograms import SCALES


@dataclass(frozen=True)
class Compared:
    """How many rows there should be of one sort, and how many are wrong, missing or too many."""

    what: str
    rows: int
    different: int


def recount(project: Project) -> list[Compared]:
    """Compare every figure, tally and bin of a project with what SQL makes of its answers."""
    return [
        _compared(project, "figures", _FIGURES, "workflow_dailystats", _FIGURE_KEY, _FIGURE_SUMS),
        _compared(project, "tallies", _TALLIES, "workflow_samplecounter", _TALLY_KEY, ("count",)),
        _compared(project, "bins", _bins(), "workflow_histogrambin", _BIN_KEY, _BIN_SUMS),
    ]


_ANSWERS = """
    answers AS (
      SELECT a.*, (a.created_at AT TIME ZONE 'UTC')::date AS day,
        (measures -> 'self' ->> 'tokens')::float8 AS tokens, measures -> 'from_base' AS base
      FROM workflow_annotation a
      WHERE project_id = %(project)s AND origin = 'person' AND purpose = 'work'
    )
"""
_FIGURE_KEY = ("stage_key", "index", "annotator_id", "day")
_OBJECTS = ("kept", "edited", "added", "removed", "merged")
_FIGURE_SUMS = (
    *("submissions", "tokens", "active_seconds", "jaccard_sum", "jaccard_count", "edit_distance"),
    *("edit_share_sum", "edit_count", "from_scratch", "stopped_early", "finished_samples"),
    *("skips", *_OBJECTS),
)
_FIGURES = f"""
    {_ANSWERS}, skips AS (
      SELECT t.stage_key, t.index, s.annotator_id, (s.ended_at AT TIME ZONE 'UTC')::date AS day,
        count(*) AS skips
      FROM workflow_assignment s JOIN workflow_task t ON t.id = s.task_id
      WHERE s.project_id = %(project)s AND s.state = 'skipped' AND t.purpose = 'work'
      GROUP BY 1, 2, 3, 4
    ), finishing AS (
      SELECT max(a.id) AS id FROM answers a JOIN workflow_sample s ON s.id = a.sample_id
      WHERE s.finished_at = a.created_at GROUP BY s.id
    ), sums AS (
      SELECT stage_key, index, author_id AS annotator_id, day, count(*) AS submissions,
        sum(tokens) AS tokens, sum(active_seconds) AS active_seconds,
        sum((base ->> 'jaccard_1')::float8) AS jaccard_sum, count(base ->> 'jaccard_1')
        AS jaccard_count, sum((base ->> 'edit_distance')::float8) AS edit_distance,
        sum((base ->> 'edit_share')::float8) AS edit_share_sum,
        count(base ->> 'edit_distance') AS edit_count,
        count(*) FILTER (WHERE from_scratch) AS from_scratch,
        count(*) FILTER (WHERE decision ->> 'reason' = 'similar_enough') AS stopped_early,
        count(finishing.id) AS finished_samples,
        {", ".join(f"sum((base ->> '{name}')::float8) AS {name}" for name in _OBJECTS)}
      FROM answers LEFT JOIN finishing USING (id) GROUP BY 1, 2, 3, 4
    ), expected AS (
      SELECT * FROM sums FULL JOIN skips USING (stage_key, index, annotator_id, day)
    )
"""
_TALLY_KEY = ("stage_key", "split", "state")
_TALLIES = """
    expected AS (
      SELECT s.stage_key, i.split, s.state, count(*) AS count
      FROM workflow_sample s JOIN images_image i ON i.id = s.image_id
      WHERE s.project_id = %(project)s GROUP BY 1, 2, 3
    )
"""
_BIN_KEY = ("stage_key", "measure", "index", "day", "n", "bin")
_BIN_SUMS = ("count", "total", "tokens_gained", "edit_distance", "active_seconds")
# Earlier answers noted how alike rounds are by one size of n-grams.
_SIMILARITY = """
    coalesce(decision -> 'similarities' ->> n::text,
      CASE WHEN NOT decision ? 'similarities' AND (decision ->> 'n')::int = n
      THEN decision ->> 'similarity' END)::float8
"""


def _bins() -> str:
    def place(measure: str, value: str, n: str = "n", where: str = "true") -> str:
        bins = SCALES[measure].counted
        lows = [bins.edges(number)[0] for number in range(len(bins))]
        return (
            f"SELECT stage_key, index, day, base, active_seconds, {n} AS n, {value} AS value, "
            f"'{measure}' AS measure, width_bucket({value}, ARRAY{lows}::float8[]) - 1 AS bin "
            f"FROM {'answers' if n == '0' else 'compared'} WHERE {value} IS NOT NULL AND {where}"
        )

    every = (
        place("tokens", "tokens", "0"),
        place("seconds", "active_seconds", "0"),
        place("jaccard", "alike"),
        place("prior", "most_before"),
        place("stopped", "alike", where="decision ->> 'reason' = 'similar_enough'"),
    )
    return f"""
        {_ANSWERS}, sized AS (
          SELECT answers.*, n, {_SIMILARITY} AS alike
          FROM answers CROSS JOIN generate_series(1, 4) n
        ), compared AS (
          SELECT *, max(alike) OVER (
            PARTITION BY sample_id, stage_key, n ORDER BY index
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
          ) AS most_before FROM sized
        ), placed AS ({" UNION ALL ".join(every)}), expected AS (
          SELECT stage_key, measure, index, day, n, bin, count(*) AS count, sum(value) AS total,
            coalesce(sum((base ->> 'tokens_after')::float8 - (base ->> 'tokens_before')::float8), 0)
              AS tokens_gained,
            coalesce(sum((base ->> 'edit_distance')::float8), 0) AS edit_distance,
            sum(active_seconds) AS active_seconds
          FROM placed GROUP BY 1, 2, 3, 4, 5, 6
        )
    """


def _compared(
    project: Project,
    what: str,
    expected: str,
    table: str,
    key: tuple[str, ...],
    sums: tuple[str, ...],
) -> Compared:
    wrong = " OR ".join(
        f"abs(coalesce(e.{name}, 0) - coalesce(w.{name}, 0)) "
        f"> 1e-6 * greatest(1, abs(coalesce(e.{name}, 0)))"
        for name in sums
    )
    keys = ", ".join(key)
    query = f"""
        WITH {expected}, written AS (
          SELECT {keys}, {", ".join(f"sum({name}) AS {name}" for name in sums)}
          FROM {table} WHERE project_id = %(project)s GROUP BY {keys}
        )
        SELECT count(*), count(*) FILTER (WHERE {wrong})
        FROM expected e FULL JOIN written w USING ({keys})
    """
    with connection.cursor() as cursor:
        cursor.execute(query, {"project": project.pk})
        rows, different = cursor.fetchone()
    return Compared(what, int(rows), int(different))
