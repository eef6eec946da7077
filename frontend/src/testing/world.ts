import type {
  Answer,
  Became,
  Annotation,
  AuditEntry,
  Export,
  Guidelines,
  Import,
  Invitation,
  Job,
  Me,
  Member,
  ObjectAnswer,
  Project,
  Recipe,
  SampleDetail,
  SampleRow,
  Seeding,
  SeedingRun,
  Token,
  Work,
} from "@/api/types";
import { picture } from "./pictures";

/** An invented project in full swing: the data behind the fake server. */

const DAY = 86_400_000;
export const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
export const ahead = (days: number) => ago(-days);

function user(id: number, username: string, display_name: string, is_admin = false): Me {
  return { id, username, display_name, email: `${username}@example.org`, is_admin, may_create_projects: is_admin, is_active: true,
    preferences: { language: "", single_keys: true, keys: {} } };
}

export const lena = user(1, "lena", "Lena Berg", true);
export const ada = user(2, "ada", "Ada Okafor");
export const tomas = user(3, "tomas", "Tomáš Novák");
export const mei = user(4, "mei", "Mei Tanaka");

export const users = [lena, ada, tomas, mei];

export const recipe: Recipe = {
  name: "iiw",
  version: 1,
  title: "Detailed image descriptions",
  description:
    "People first correct and describe the objects a detector proposed, then write one complete description in up to three rounds.",
  no_repeat: "sample",
  optional_stages: [],
  stages: [
    {
      key: "objects",
      title: "Objects",
      kind: "objects.v1",
      mode: "sequential",
      rounds: 1,
      stop: null,
      seeded: true,
      lease_minutes: 30,
      idle_seconds: 60,
      rounds_by_split: {},
      context: [],
      about: null,
      given: false,
      hit: null,
      gold_rate: 0,
      settings: {},
    },
    {
      key: "description",
      title: "Image description",
      kind: "description.v1",
      mode: "sequential",
      rounds: 3,
      stop: { n: 1, threshold: 0.8, enabled: true },
      seeded: true,
      lease_minutes: 30,
      idle_seconds: 60,
      rounds_by_split: {},
      context: [],
      about: null,
      given: false,
      hit: null,
      gold_rate: 0,
      settings: {},
    },
  ],
};

export function makeProject(changes: Partial<Project> = {}): Project {
  return {
    id: 1,
    name: "Village streets",
    description: "Detailed descriptions of streets and houses, for people who cannot see them.",
    state: "active",
    role: "lead",
    recipe,
    counts: { samples: 14, done: 5, members: 4 },
    created_at: ago(20),
    ...changes,
  };
}

export function makeJob(changes: Partial<Job> = {}): Job {
  return {
    id: 1,
    name: "seeding.run",
    title: "Write seeds",
    state: "running",
    done: 6,
    total: 14,
    message: "",
    error: null,
    attempts: 1,
    created_at: ago(0.01),
    started_at: ago(0.009),
    finished_at: null,
    worker_alive: true,
    ...changes,
  };
}

const states = ["done", "open", "open", "waiting", "done", "withdrawn", "open"] as const;
const names = ["lane-at-noon", "harbour", "red-barn", "market-square", "church-tower", "bakery", "old-bridge"];

export function makeRow(id: number): SampleRow {
  const state = states[id % states.length] ?? "open";
  return {
    id,
    state,
    image: {
      id,
      name: `${names[id % names.length] ?? "street"}-${String(id).padStart(3, "0")}.jpg`,
      width: 1200,
      height: 800,
      urls: { thumb: picture(id, 300, 200), view: picture(id), full: picture(id) },
      hints: [],
      metadata: {},
    },
    stage: state === "waiting" ? "" : id % 3 === 0 ? "objects" : "description",
    split: id % 4 === 0 ? "test" : "train",
    round: state === "waiting" ? 0 : (id % 3) + 1,
    updated_at: ago(id / 3),
    flags: id % 5 === 0 ? ["stopped_early"] : [],
  };
}

function object(id: string, label: string, box: [number, number, number, number], description: string, derived: string[] = []): ObjectAnswer {
  const [x, y, width, height] = box;
  return { id, label, box: { x, y, width, height }, description, derived_from: derived };
}

const seedObjects = [
  object("o1", "house", [287, 240, 262, 322], "A red house."),
  object("o2", "sky", [0, 0, 1200, 520], "A pale blue area."),
  object("o3", "thing", [800, 80, 160, 160], "A white round thing."),
  object("o4", "ground", [0, 520, 700, 280], "A green area."),
];
const roundObjects = [
  object("o1", "red wooden house", [287, 240, 262, 322], "A red wooden house with a pointed roof and one dark door.", ["o1"]),
  object("o2", "sky", [0, 0, 1200, 520], "A pale blue area.", ["o2"]),
  object("n1", "door", [387, 430, 60, 130], "A dark, narrow door in the middle of the house."),
  object("o4", "meadow", [0, 520, 1200, 280], "A flat green meadow fills the lower third.", ["o4"]),
];
const texts = [
  "An image of a red house on a green area. The sky is pale blue.",
  "An image of a small red wooden house on a flat green meadow. A dark, narrow door stands in its middle. The sky above is pale blue, with a white sun on the right.",
  "A daytime illustration of a small red wooden house with a pointed roof on a flat green meadow. A dark, narrow door stands in the middle of its front. The sky above is pale blue and cloudless, with a round white sun on the right.",
];

export function makeAnnotation(changes: Partial<Annotation>): Annotation {
  return {
    id: 1,
    index: 0,
    origin: "model",
    author: null,
    producer: "classical 1",
    value: { text: texts[0] ?? "" },
    from_scratch: true,
    scratch_reason: "",
    decision: {},
    measures: { self: { tokens: 14, sentences: 2 } },
    active_seconds: 0,
    created_at: ago(3),
    parent: null,
    stopped_early: false,
    purpose: "work",
    verdict: "unreviewed",
    about: null,
    outcome: null,
    ...changes,
  };
}

const measured = {
  self: { tokens: 33, sentences: 3 },
  from_base: { tokens_before: 14, tokens_after: 33, jaccard_1: 0.4286, jaccard_2: 0.2059, edit_distance: 21 },
  from_seed: { tokens_before: 14, tokens_after: 33, jaccard_1: 0.4286, jaccard_2: 0.2059, edit_distance: 21 },
};

export function makeSample(id: number): SampleDetail {
  const row = makeRow(id);
  const by = (author: Me, index: number, parent: number, value: Annotation["value"], seconds: number) =>
    makeAnnotation({
      id: parent + 1, index, origin: "person", author, producer: "", value, parent,
      from_scratch: false, active_seconds: seconds, created_at: ago(3 - index), measures: measured,
    });
  return {
    id,
    state: row.state,
    stage: row.stage,
    round: row.round,
    updated_at: row.updated_at,
    flags: row.flags,
    project: { id: 1, name: "Village streets" },
    image: {
      id,
      name: row.image.name,
      width: 1200,
      height: 800,
      urls: { thumb: picture(id, 300, 200), view: picture(2), full: picture(2) },
      hints: [{ label: "Title", value: "House on a meadow" }],
      metadata: { title: "House on a meadow", licence: "CC0", attribution: "" },
    },
    split: row.split,
    stages: [
      {
        key: "objects",
        title: "Objects",
        kind: "objects.v1",
        annotations: [
          makeAnnotation({ id: 10, value: { objects: seedObjects } }),
          by(ada, 1, 10, { objects: roundObjects }, 312),
        ],
        tasks: [{ id: 1, index: 1, state: "done", held_by: null, expires_at: null, purpose: "work", about: null }],
      },
      {
        key: "description",
        title: "Image description",
        kind: "description.v1",
        annotations: [
          makeAnnotation({ id: 20 }),
          by(tomas, 1, 20, { text: texts[1] ?? "" }, 544),
          { ...by(mei, 2, 21, { text: texts[2] ?? "" }, 208), stopped_early: true },
        ],
        tasks: [{ id: 4, index: 3, state: "held", held_by: ada, expires_at: ahead(0.02), purpose: "work", about: null }],
      },
    ],
    transitions: [
      { at: ago(3), subject: "sample", from: "waiting", to: "open", reason: "seeded", detail: {}, actor: null },
      { at: ago(2.5), subject: "assignment 3", from: "held", to: "skipped", reason: "cannot_describe", detail: { comment: "The picture is far too dark." }, actor: mei },
      { at: ago(2), subject: "task objects 1", from: "held", to: "done", reason: "submitted", detail: {}, actor: ada },
      { at: ago(1), subject: "task description 1", from: "held", to: "done", reason: "submitted", detail: {}, actor: tomas },
    ],
  };
}

export const members: Member[] = [
  { id: 1, user: lena, role: "lead", is_blocked: false, joined_at: ago(20) },
  { id: 2, user: ada, role: "annotator", is_blocked: false, joined_at: ago(18) },
  { id: 3, user: tomas, role: "annotator", is_blocked: false, joined_at: ago(18) },
  { id: 4, user: mei, role: "reviewer", is_blocked: true, joined_at: ago(2) },
];

export const invitations: Invitation[] = [
  { id: 1, role: "annotator", created_at: ago(1), expires_at: ahead(13), uses_left: 3 },
];

export const guidelines: Guidelines = {
  current: {
    version: 2,
    created_at: ago(4),
    author: lena,
    body: "# What a good description says\n\nDescribe what you **see**, in the order a person would notice it.\n\n## Order\n\n1. The whole scene in one sentence\n2. The main objects, by importance\n3. The background\n\n## Axes\n\n| Axis | Ask yourself |\n| --- | --- |\n| Colour | Which, and how strong? |\n| Place | Where in the picture, and beside what? |\n| Texture | Rough, smooth, shiny? |\n\n> Never guess names, feelings or intentions.\n",
  },
  versions: [
    { version: 2, created_at: ago(4), author: lena },
    { version: 1, created_at: ago(19), author: lena },
  ],
  unread: true,
};

export const seeding: Seeding = {
  backends: [
    { name: "classical", version: "1", roles: ["detector", "captioner"], title: "Classical vision", description: "Region proposals and measured colours, sizes and textures. No weights, the same result each time.", available: true, reason: null },
    { name: "florence", version: "2", roles: ["captioner"], title: "Small language model", description: "Writes one sentence.", available: false, reason: "its weights are not installed" },
  ],
  counts: { waiting: 4, seeded: 10, failed: 1, open: 5, done: 5, withdrawn: 1 },
  run: {
    id: 1, over: "waiting", detector: "classical", captioner: "classical", ocr: "", created_at: ago(0.01), job: makeJob(), seconds_left: 42, dropped: 3,
    counts: { pending: 7, seeded: 6, failed: 1, unseeded: 2, started: 0 },
    failures: [{ sample_id: 3, name: "market-square-003.jpg", message: "The image has one colour only; nothing to propose." }],
  },
};

export const seedingRuns: SeedingRun[] = [
  ...(seeding.run ? [seeding.run] : []),
  { id: 0, over: "unstarted", detector: "classical", captioner: "street-vlm", ocr: "", created_at: ago(3), job: makeJob({ id: 60, state: "succeeded", done: 9, finished_at: ago(3) }), seconds_left: null, dropped: 0, counts: { pending: 0, seeded: 8, failed: 0, unseeded: 0, started: 1 }, failures: [] },
];

export const imports: Import[] = [
  { id: 2, source: "streets.jsonl", format: "jsonl", stage: "", dry_run: false, state: "succeeded", job: null, counts: { total: 16, added: 12, skipped: 2, failed: 2 }, created_at: ago(2), finished_at: ago(2), errors: [
    { row: 3, name: "a.jpg", field: "split", code: "unknown_split", message: "“trian” is not a split.", remedy: "Use train, validation or test." },
    { row: 9, name: "b.jpg", field: "", code: "image_broken", message: "The file ends too early.", remedy: "Export the image again." },
  ] },
  { id: 1, source: "first-photos.zip", format: "zip", stage: "", dry_run: true, state: "succeeded", job: null, counts: { total: 4, added: 4, skipped: 0, failed: 0 }, created_at: ago(9), finished_at: ago(9), errors: [] },
];

export const exportsDone: Export[] = [
  { id: 2, format: "coco", state: "running", job: makeJob({ id: 9, title: "Write export", done: 3, total: 5 }), size_bytes: 0, sha256: "", created_at: ago(0.001), finished_at: null, only_done: true, split: "", with_rejected: false, with_dropped: false, with_pictures: false, left_out: { rejected: 0, dropped: 0 }, url: null, samples: 0 },
  { id: 1, format: "iiw-jsonl", state: "succeeded", job: null, size_bytes: 48_213, sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", created_at: ago(1), finished_at: ago(1), only_done: true, split: "", with_rejected: false, with_dropped: false, with_pictures: false, left_out: { rejected: 1, dropped: 2 }, url: "/api/v1/projects/1/exports/1/file", samples: 5 },
];

export const tokens: Token[] = [
  { id: 1, name: "Nightly export", prefix: "an_7Fq2", created_at: ago(30), expires_at: ahead(60), last_used_at: ago(0.3) },
];

export const audit: AuditEntry[] = [
  { id: 3, at: ago(0.2), actor: lena, verb: "member.role_changed", target: "mei", data: { from: "annotator", to: "reviewer" } },
  { id: 2, at: ago(4), actor: lena, verb: "guidelines.published", target: "version 2", data: {} },
  { id: 1, at: ago(20), actor: lena, verb: "project.created", target: "Village streets", data: { recipe: "iiw" } },
];

/** What became of one's text: another story by the number of the entry. */
export function makeBecame(id: number, mine: Answer | undefined): Became {
  const text = mine && "text" in mine && typeof mine.text === "string" ? mine.text : "A red house.";
  const later = (words: string, similarity: number, scratch = ""): Became["later"][number] => ({
    answer: { text: words },
    similarity,
    tokens_before: text.split(" ").length,
    tokens_after: words.split(" ").length,
    from_scratch: scratch !== "",
    scratch_reason: scratch,
  });
  const next = text.replace("A ", "One ");
  const final = later(`${text} Behind it a narrow path leads up to the wood.`, 0.71);
  if (id === 1) return { state: "finished", later: [later(next, 0.86), final], votes: null };
  if (id === 2) return { state: "continued", later: [later(next, 0.4, "It is too vague")], votes: null };
  if (id === 5) {
    const votes = { yes: 4, no: 1, passed: true };
    return {
      state: "kept",
      later: [],
      votes: { kept: true, criteria: [{ key: "true", title: "Is it true of the image?", ...votes }] },
    };
  }
  return { state: id === 4 ? "final" : "waiting", later: [], votes: null };
}

export const work: Work = {
  hits: [],
  unread_feedback: 0,
  held: [
    { assignment_id: 71, project: { id: 1, name: "Village streets" }, stage: { key: "description", title: "Image description", kind: "description.v1" }, image: makeRow(2).image, saved_at: ago(0.002), expires_at: ahead(0.015) },
  ],
  projects: [
    { id: 1, name: "Village streets", description: "Detailed descriptions of streets and houses, for people who cannot see them.", guidelines_unread: true, stages: [
      { key: "objects", title: "Objects", kind: "objects.v1", available: true, hit: null },
      { key: "description", title: "Image description", kind: "description.v1", available: false, hit: null },
    ], done_by_me: 12, reason: null, gate: null },
    { id: 2, name: "Harbour photographs", description: "", guidelines_unread: false, stages: [], done_by_me: 0, reason: "no_more_for_you", gate: null },
  ],
};
