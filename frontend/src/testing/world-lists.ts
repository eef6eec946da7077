import type {
  AuditEntry,
  Export,
  Formats,
  Import,
  ImportChoices,
  Capacity,
  Invitee,
  MailedInvitation,
  NamedInvitation,
  Person,
  Seeding,
  SeedingRun,
  Token,
} from "@/api/types";
import { ago, ahead, lena, makeJob, notice } from "./world";

export const seeding: Seeding = {
  counts: { waiting: 4, seeded: 10, failed: 1, open: 5, done: 5, withdrawn: 1 },
  run: {
    id: 1,
    over: "waiting",
    detector: "classical",
    captioner: "classical",
    ocr: "",
    created_at: ago(0.01),
    job: makeJob(),
    seconds_left: 42,
    dropped: 3,
    counts: { pending: 7, seeded: 6, failed: 1, unseeded: 2, started: 0 },
    failures: [
      {
        sample_id: 3,
        name: "market-square-003.jpg",
        ...notice("The image has one colour only; nothing to propose."),
      },
    ],
  },
  opening: null,
};

export const seedingRuns: SeedingRun[] = [
  ...(seeding.run ? [seeding.run] : []),
  {
    id: 0,
    over: "unstarted",
    detector: "classical",
    captioner: "street-vlm",
    ocr: "",
    created_at: ago(3),
    job: makeJob({ id: 60, state: "succeeded", done: 9, finished_at: ago(3) }),
    seconds_left: null,
    dropped: 0,
    counts: { pending: 0, seeded: 8, failed: 0, unseeded: 0, started: 1 },
    failures: [],
  },
];

const kept: Pick<Import, "given_as" | "objects_stage" | "understood" | "fetch" | "texts_name"> = {
  given_as: "seeds",
  fetch: false,
  texts_name: "",
  objects_stage: "",
  understood: null,
};

const marks = { key: "objects", title: "Objects", title_code: null, kind: "objects.v1" };
const text = { key: "description", title: "Description", title_code: null, kind: "description.v1" };
const captions = { key: "caption", title: "Caption", title_code: null, kind: "caption.v1" };

export const importChoices: ImportChoices = {
  given: [
    { given_as: "seeds", objects: [marks], texts: [text] },
    { given_as: "answers", objects: [marks], texts: [text, captions] },
    { given_as: "nothing", objects: [], texts: [] },
    { given_as: "texts", objects: [], texts: [] },
  ],
  most_addresses: 20_000,
};

export const imports: Import[] = [
  {
    id: 2,
    source: "streets.jsonl",
    format: "jsonl",
    ...kept,
    stage: "",
    dry_run: false,
    state: "succeeded",
    job: null,
    counts: { total: 16, added: 12, skipped: 2, failed: 2 },
    created_at: ago(2),
    finished_at: ago(2),
    errors: [
      {
        row: 3,
        name: "a.jpg",
        field: "split",
        code: "unknown_split",
        ...notice("“trian” is not a split.", "Use train, validation or test."),
      },
      {
        row: 9,
        name: "b.jpg",
        field: "",
        code: "image_broken",
        ...notice("The file ends too early.", "Export the image again."),
      },
    ],
    unused_count: 0,
    unused: [],
  },
  {
    id: 1,
    source: "first-photos.zip",
    format: "zip",
    ...kept,
    understood: {
      format: "csv",
      columns: { file: "file", captions: "caption" },
      header: ["file", "caption", "note"],
      objects: 0,
      texts: 6,
      repaired: 0,
      fetched: 0,
      given: 4,
      left: [{ count: 2, ...notice("Further texts of a picture", "") }],
      rows: [
        {
          name: "a.jpg",
          external_id: "a.jpg",
          split: "train",
          metadata: { note: "Old" },
          objects: 0,
          labels: [],
          texts: 1,
          text: "A dog sleeps.",
        },
      ],
    },
    stage: "",
    dry_run: true,
    state: "succeeded",
    job: null,
    counts: { total: 4, added: 4, skipped: 0, failed: 0 },
    created_at: ago(9),
    finished_at: ago(9),
    errors: [],
    unused_count: 1,
    unused: [
      { name: "annotations/instances.json", ...notice("COCO annotations are not read.", "Bring them in as seeds.") },
    ],
  },
];

const format = (name: string, title: string, holds_pictures = false) => ({
  name,
  title,
  summary: `What ${title} is for.`,
  holds_pictures,
});

export const formats: Formats = {
  exports: [
    format("iiw-jsonl", "IIW JSONL"),
    format("coco", "COCO: boxes and captions"),
    format("finetuning", "Fine-tuning", true),
    // Newer than the words of the client.
    format("plain-text", "Plain text"),
  ],
  imports: [format("textcaps", "TextCaps: released captions")],
};

const nothingLeftOut: Export["left_out"] = {
  withdrawn_samples: 0,
  unfinished_samples: 0,
  incomplete_samples: 0,
  unapproved_samples: 0,
  unapproved: 0,
  rejected: 0,
  superseded: 0,
  dropped: 0,
};

export const exportsDone: Export[] = [
  {
    id: 2,
    format: "coco",
    state: "running",
    job: makeJob({ id: 9, title: "Write export", done: 3, total: 5 }),
    size_bytes: 0,
    sha256: "",
    created_at: ago(0.001),
    finished_at: null,
    with_unfinished: false,
    only_approved: false,
    split: "",
    with_rejected: false,
    with_dropped: false,
    with_pictures: false,
    chosen: null,
    left_out: nothingLeftOut,
    url: null,
    removed: null,
    samples: 0,
  },
  {
    id: 1,
    format: "iiw-jsonl",
    state: "succeeded",
    job: null,
    size_bytes: 48_213,
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    created_at: ago(1),
    finished_at: ago(1),
    with_unfinished: false,
    only_approved: false,
    split: "",
    with_rejected: false,
    with_dropped: false,
    with_pictures: false,
    chosen: null,
    left_out: { ...nothingLeftOut, unfinished_samples: 3, rejected: 1, dropped: 2 },
    url: "/api/v1/projects/1/exports/1/file",
    removed: null,
    samples: 5,
  },
];

export const tokens: Token[] = [
  {
    id: 1,
    name: "Nightly export",
    prefix: "an_7Fq2",
    created_at: ago(30),
    expires_at: ahead(60),
    last_used_at: ago(0.3),
  },
];

export const audit: AuditEntry[] = [
  {
    id: 3,
    at: ago(0.2),
    project: { id: 1, name: "Village streets" },
    actor: lena,
    verb: "member.role_changed",
    target: "mei",
    data: { from: "annotator", to: "reviewer" },
  },
  {
    id: 2,
    at: ago(4),
    project: { id: 1, name: "Village streets" },
    actor: lena,
    verb: "guidelines.published",
    target: "version 2",
    data: {},
  },
  {
    id: 1,
    at: ago(20),
    project: { id: 1, name: "Village streets" },
    actor: lena,
    verb: "project.created",
    target: "Village streets",
    data: { recipe: "iiw" },
  },
];

export const namedInvitations: NamedInvitation[] = [
  { id: 7, username: "nia", role: "annotator", created_at: ago(1), declined_at: null },
  { id: 6, username: "otto", role: "reviewer", created_at: ago(3), declined_at: ago(2) },
];

export const mailedInvitations: MailedInvitation[] = [
  {
    id: 9,
    email: "eva@example.org",
    role: "annotator",
    state: "sent",
    language: "",
    created_at: ago(1),
    mailed_at: ago(1),
    expires_at: ahead(13),
  },
  {
    id: 8,
    email: "uli@example.org",
    role: "annotator",
    state: "failed",
    language: "de",
    created_at: ago(3),
    mailed_at: null,
    expires_at: ahead(11),
  },
];

export const suggested: Person[] = [{ id: 30, username: "dora", display_name: "Dora Lind", deleted_number: null }];

/** What the server says of a pasted list: addresses are mailed, names with spaces are none. */
export const inviteesOf = (entries: string[]): Invitee[] =>
  entries.map((entry) => ({
    entry,
    name: entry,
    person: null,
    asked_before: false,
    found: entry.includes(" ") ? "wrong" : entry.includes("@") ? "mail" : entry === "ada" ? "member" : "name",
    problem: entry.includes(" ")
      ? {
          message: `“${entry}” is neither a user name nor an e-mail address.`,
          message_code: "not_an_invitee",
          remedy: "Write one of the two, without spaces, for each person.",
          remedy_code: "not_an_invitee_remedy",
          params: { entry },
        }
      : null,
  }));

export const capacity: Capacity = {
  needed: 4,
  here: 3,
  active: 2,
  short: 1,
  stages: [
    { stage: "objects", title: "Objects", title_code: "stage_objects_title", needed: 1, here: 3, teams: [], short: 0 },
    {
      stage: "description",
      title: "Image description",
      title_code: "stage_description_title",
      needed: 3,
      here: 3,
      teams: [],
      short: 0,
    },
  ],
};
