import type {
  Answer,
  AnswerOutcome,
  Annotation,
  Guidelines,
  Invitation,
  Job,
  Me,
  Member,
  ObjectAnswer,
  Project,
  Recipe,
  SampleDetail,
  SampleRow,
  Work,
} from "@/api/types";
import { picture } from "./pictures";
import { makeTransitions } from "./world-transitions";
import { figuresOf } from "./world-samples";

/** An invented project in full swing: the data behind the fake server. */

export const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
export const ahead = (days: number) => ago(-days);

function user(id: number, username: string, display_name: string, is_admin = false): Me {
  return {
    id,
    username,
    display_name,
    deleted_number: null,
    email: `${username}@example.org`,
    unconfirmed_email: "",
    is_admin,
    may_create_projects: is_admin,
    is_active: true,
    preferences: { language: "", single_keys: true, keys: {} },
  };
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
      title_code: null,
      kind: "objects.v1",
      mode: "sequential",
      rounds: 1,
      stop: null,
      seeded: true,
      lease_minutes: 30,
      earlier_texts: false,
      teams: [],
      idle_seconds: 60,
      rounds_by_split: {},
      context: [],
      about: null,
      given: false,
      hit: null,
      gold_rate: 0,
      gold_met: false,
      settings: {},
    },
    {
      key: "description",
      title: "Image description",
      title_code: null,
      kind: "description.v1",
      mode: "sequential",
      rounds: 3,
      stop: { n: 1, threshold: 0.8, enabled: true },
      seeded: true,
      lease_minutes: 30,
      earlier_texts: false,
      teams: [],
      idle_seconds: 60,
      rounds_by_split: {},
      context: [],
      about: null,
      given: false,
      hit: null,
      gold_rate: 0,
      gold_met: false,
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
    guidelines_required: true,
    annotators_comment: false,
    recipe,
    category_field: "category",
    counts: { samples: 14, done: 5, members: 4 },
    study: null,
    created_at: ago(20),
    ...changes,
  };
}

/** What the server tells, of which no catalogue is asked. */
export const notice = (message: string, remedy: string | null = null) => ({
  message,
  message_code: "",
  remedy,
  remedy_code: null,
  params: {},
});

export function makeJob(changes: Partial<Job> = {}): Job {
  return {
    id: 1,
    name: "seeding.run",
    title: "Write seeds",
    state: "running",
    done: 6,
    total: 14,
    note: null,
    error: null,
    attempts: 1,
    created_at: ago(0.01),
    started_at: ago(0.009),
    finished_at: null,
    worker_alive: true,
    waiting: null,
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
    external_id: `streets-${String(id).padStart(5, "0")}`,
    stage: state === "waiting" ? "" : id % 3 === 0 ? "objects" : "description",
    split: id % 4 === 0 ? "test" : "train",
    round: state === "waiting" ? 0 : (id % 3) + 1,
    ...figuresOf(id, state === "waiting"),
    created_at: ago(id),
    updated_at: ago(id / 3),
    flags: id % 5 === 0 ? ["stopped_early"] : [],
  };
}

function object(
  id: string,
  label: string,
  box: [number, number, number, number],
  description: string,
  derived: string[] = [],
): ObjectAnswer {
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
  object("o1", "red wooden house", [287, 240, 262, 322], "A red wooden house with a pointed roof and one dark door.", [
    "o1",
  ]),
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
    ...{ verdict_at: null, verdict_by: null, verdict_reason: "" },
    ...{ superseded_by: null, rests_on: [], brought_in: null, about: null, outcome: null },
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
      id: parent + 1,
      index,
      origin: "person",
      author,
      producer: "",
      value,
      parent,
      from_scratch: false,
      active_seconds: seconds,
      created_at: ago(3 - index),
      measures: measured,
    });
  return {
    ...row,
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
    stages: [
      {
        key: "objects",
        title: "Objects",
        title_code: null,
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
        title_code: null,
        kind: "description.v1",
        annotations: [
          makeAnnotation({ id: 20 }),
          by(tomas, 1, 20, { text: texts[1] ?? "" }, 544),
          { ...by(mei, 2, 21, { text: texts[2] ?? "" }, 208), stopped_early: true },
        ],
        tasks: [
          { id: 4, index: 3, state: "held", held_by: ada, expires_at: ahead(0.02), purpose: "work", about: null },
        ],
      },
    ],
    transitions: makeTransitions({ ada, lena, mei, tomas }, ago),
  };
}

export const members: Member[] = [
  { id: 1, user: lena, role: "lead", is_blocked: false, joined_at: ago(20), last_seen: null, teams: [] },
  { id: 2, user: ada, role: "annotator", is_blocked: false, joined_at: ago(18), last_seen: null, teams: ["german"] },
  { id: 3, user: tomas, role: "annotator", is_blocked: false, joined_at: ago(18), last_seen: null, teams: [] },
  { id: 4, user: mei, role: "reviewer", is_blocked: true, joined_at: ago(2), last_seen: null, teams: [] },
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
  required: false,
};

/** What became of one's text: another story by the number of the entry. */
export function makeOutcome(id: number, mine: Answer | undefined): AnswerOutcome {
  const text = mine && "text" in mine && typeof mine.text === "string" ? mine.text : "A red house.";
  const later = (words: string, similarity: number, scratch = ""): AnswerOutcome["later"][number] => ({
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
  leads: false,
  unread_feedback: 0,
  held: [
    {
      assignment_id: 71,
      project: { id: 1, name: "Village streets" },
      stage: { key: "description", title: "Image description", title_code: null, kind: "description.v1" },
      image: makeRow(2).image,
      saved_at: ago(0.002),
      expires_at: ahead(0.015),
    },
  ],
  projects: [
    {
      id: 1,
      name: "Village streets",
      description: "Detailed descriptions of streets and houses, for people who cannot see them.",
      guidelines_unread: true,
      stages: [
        { key: "objects", title: "Objects", title_code: null, kind: "objects.v1", available: true, hit: null },
        {
          key: "description",
          title: "Image description",
          title_code: null,
          kind: "description.v1",
          available: false,
          hit: null,
        },
      ],
      done_by_me: 12,
      reason: null,
      gate: null,
    },
    {
      id: 2,
      name: "Harbour photographs",
      description: "",
      guidelines_unread: false,
      stages: [],
      done_by_me: 0,
      reason: "no_more_for_you",
      gate: null,
    },
  ],
};
