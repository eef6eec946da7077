"""The SQL that a synthetic project is made of: what happens to it, and what that is in rows.

`plan` has a row for each sample, `acts` one for each submission; `n` numbers samples and `id` acts,
annotations, tasks and assignments alike.
"""

WORDS = "a red kite with a long yellow tail hangs above the wide meadow of dry grass and trees "

# One row per sample: how far it came, what its three rounds were like, and when it was begun. `z`
# is nearly normal. What was begun last is unfinished; the last of all has not been begun.
PLAN = """
    CREATE TEMP TABLE plan AS
    WITH drawn AS (
      SELECT n, n::float8 / %(samples)s AS p, random() AS u, random() AS fate,
        random() + random() + random() - 1.5 AS z1, random() + random() + random() - 1.5 AS z2,
        random() + random() + random() - 1.5 AS z3, random() + random() + random() - 1.5 AS z4
      FROM generate_series(1, %(samples)s) AS n
    ), shaped AS (
      SELECT *,
        greatest(10, 120 + 40 * p + 60 * z1)::int AS t2,
        round(least(1, greatest(0, 0.62 + 0.18 * p + 0.2 * z2))::numeric, 4)::float8 AS s3,
        round(least(1, greatest(0, 0.75 + 0.12 * p + 0.16 * z3))::numeric, 4)::float8 AS s4
      FROM drawn
    )
    SELECT *,
      greatest(3, 60 + 50 * z4)::int AS t1, (t2 + greatest(0, 35 - 15 * p + 20 * z2))::int AS t3,
      (t2 + greatest(0, 50 - 20 * p + 30 * z2))::int AS t4,
      CASE WHEN p > 0.99 THEN 'waiting' WHEN p > 0.96 THEN 'open'
        WHEN fate < 0.01 THEN 'withdrawn' ELSE 'done' END AS state,
      CASE WHEN p > 0.99 THEN 0 WHEN p > 0.96 THEN (fate * 3)::int
        WHEN fate < 0.01 THEN (u * 2)::int WHEN s3 >= 0.8 THEN 3 ELSE 4 END AS answers,
      CASE WHEN u < 0.7 THEN 'train' WHEN u < 0.85 THEN 'val' ELSE 'test' END AS split,
      1 + floor(%(people)s * power(fate, 1.5))::int %% %(people)s AS first_author,
      now() - make_interval(days => %(days)s) + p * make_interval(days => %(days)s - 8) AS began
    FROM shaped
"""

# One row per submission, numbered by time.
ACTS = """
    CREATE TEMP TABLE acts AS
    SELECT row_number() OVER (ORDER BY began + k * interval '1 day' * (0.3 + u), n) AS id,
      n, CASE k WHEN 1 THEN 'objects' ELSE 'description' END AS stage,
      CASE k WHEN 1 THEN 1 ELSE k - 1 END AS index, k = answers AS is_last, state,
      1 + (first_author + k * 31) %% %(people)s AS author,
      began + k * interval '1 day' * (0.3 + u) AS at,
      round((CASE k WHEN 1 THEN greatest(5, 300 - 80 * p + 150 * z1)
        WHEN 2 THEN greatest(5, 800 - 250 * p + 500 * z2)
        WHEN 3 THEN greatest(5, 500 - 200 * p + 350 * z3)
        ELSE greatest(5, 350 - 150 * p + 250 * z4) END)::numeric, 1)::float8 AS seconds,
      CASE k WHEN 1 THEN t1 WHEN 2 THEN t2 WHEN 3 THEN t3 ELSE t4 END AS tokens,
      CASE k WHEN 3 THEN t2 WHEN 4 THEN t3 END AS before,
      CASE k WHEN 3 THEN s3 WHEN 4 THEN s4 END AS similarity,
      CASE k WHEN 4 THEN s3 END AS prior, u
    FROM plan CROSS JOIN generate_series(1, 4) AS k WHERE k <= answers
"""

MEASURES = """
    jsonb_build_object(
      'self', jsonb_build_object('tokens', tokens, 'words', tokens, 'sentences', 1 + tokens / 18,
        'characters', tokens * 5),
      'from_seed', NULL,
      'from_base', CASE WHEN stage = 'objects' THEN jsonb_build_object(
          'tokens_before', tokens / 2, 'tokens_after', tokens, 'kept', 1, 'edited', 2, 'added', 1,
          'removed', 1, 'merged', 0, 'jaccard_1', round(u::numeric, 4), 'edit_distance', tokens / 2,
          'edit_share', 0.5)
        WHEN before IS NOT NULL THEN jsonb_build_object(
          'tokens_before', before, 'tokens_after', tokens, 'jaccard_1', similarity,
          'edit_distance', tokens - before + (tokens * (1 - similarity) / 2)::int,
          'edit_share', round((1 - similarity)::numeric, 4)) END)
"""
DECISION = """
    jsonb_build_object('open_next', NOT is_last OR state = 'open', 'n', 1,
      'index', index, 'similarity', similarity, 'threshold', 0.8, 'prior', prior,
      'reason', CASE WHEN stage = 'objects' OR index = 3 THEN 'last_round'
        WHEN similarity >= 0.8 THEN 'similar_enough'
        WHEN similarity IS NULL THEN 'first_round' ELSE 'not_similar_enough' END)
"""
VALUE = f"""
    CASE stage WHEN 'objects' THEN '{{"objects": []}}'::jsonb ELSE
      jsonb_build_object('text', repeat('{WORDS}', 1 + tokens / 80) || id) END
"""


IMAGE = {
    "id": "n",
    "name": "'photo-' || n || '.jpg'",
    "external_id": "'photo-' || n",
    "sha256": "md5(n::text) || md5('x' || n)",
    "format": "'jpeg'",
    "width": "4000",
    "height": "3000",
    "bytes": "3000000",
}
FINISHED = "LEFT JOIN (SELECT n AS m, at FROM acts WHERE is_last) AS last ON m = n"
NEXT_STAGE = "CASE answers WHEN 0 THEN 'objects' ELSE 'description' END"
SAMPLE = {
    "id": "n",
    "image_id": "n",
    "stage_key": f"CASE state WHEN 'waiting' THEN '' WHEN 'done' THEN 'description' ELSE "
    f"{NEXT_STAGE} END",
    "round": "answers",
    "created_at": "began - interval '1 day'",
    "updated_at": "coalesce(at, began)",
    "finished_at": "CASE state WHEN 'done' THEN at END",
}
PARENT = (
    "CASE WHEN before IS NOT NULL THEN "
    "(SELECT id FROM acts b WHERE b.n = acts.n AND b.stage = acts.stage AND "
    "b.index = acts.index - 1) END"
)
ANNOTATION = {
    "id": "id",
    "kind": "stage || '.v1'",
    "origin": "'person'",
    "value": VALUE,
    "measures": MEASURES,
    "decision": DECISION,
    "active_seconds": "seconds",
    "created_at": "at",
}
SUBMITTED = {
    "state": "'submitted'",
    "answer_id": "id",
    "submit_key": "md5(id::text)::uuid",
    "active_seconds": "seconds",
    "verdict": "CASE WHEN id % 20 = 1 THEN 'approved' WHEN id % 100 = 2 THEN 'rejected' "
    "ELSE 'unreviewed' END",
}
CODE = "(ARRAY['random_sample', 'near_duplicate', 'edit_outlier'])[1 + id % 3]"
# Each code finds those that it makes its sentence of.
NUMBERS = """
    '{"count": 1, "of": 100, "seed": 7, "answers": 12, "images": 3, "workers": 2, "own": 1,
      "similarity": 0.95, "limit": 0.9, "unit": "words_changed", "mean": 3.5, "people": 20,
      "pool_mean": 9.1, "pool_sd": 2.2, "z": -2.6}'::jsonb
"""
