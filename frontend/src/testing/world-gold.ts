import type { Adapter, Channel, MagicLink, Payment } from "@/api/crowd";
import type {
  ConsentVersion,
  Gold,
  GoldEvidence,
  GoldImport,
  Qualification,
  QualifiedPerson,
  Suggestion,
} from "@/api/quality";
import { ada, ago, ahead, makeRow, mei, tomas, notice } from "./world";
import { captionAnswer, captionStage } from "./world-quality";

/** Gold, qualification, spelling and crowds of the invented project. */

function image(id: number) {
  const { name, width, height, urls, hints } = makeRow(id).image;
  return { id, name, width, height, urls, hints };
}

export function makeGold(): Gold[] {
  return [
    {
      id: 2,
      stage: captionStage,
      sample: 2,
      image: image(2),
      value: captionAnswer("A red barn with a sign that reads “1887” above its door."),
      about: null,
      expected: { text_detected: true, canned: false },
      is_good: true,
      uses: ["mixed", "test"],
      note: "The year stands above the door.",
      is_active: true,
      right: 9,
      total: 12,
      created_at: ago(5),
    },
    {
      id: 1,
      stage: { key: "validation", title: "Validation", title_code: null, kind: "vote.v1" },
      sample: 4,
      image: image(4),
      value: null,
      about: { kind: "caption.v1", answer: captionAnswer("It is a beautiful thing, i love it. So nice!") },
      expected: { "votes.one_sentence": false, "votes.objective": false },
      is_good: false,
      uses: ["practice"],
      note: "",
      is_active: true,
      right: 0,
      total: 0,
      created_at: ago(6),
    },
  ];
}

export const goldImport = (dry_run: boolean): GoldImport => ({
  dry_run,
  counts: { total: 12, added: 10, failed: 2 },
  errors: [
    {
      row: 3,
      field: "expected.text_detected",
      code: "invalid",
      message: "The right value is true or false.",
      message_code: "not_yes_or_no",
      remedy: "Correct it and import the file again: rows that are in are not added twice.",
      remedy_code: "import_gold_again",
      params: {},
    },
    {
      row: 7,
      field: "external_id",
      code: "unknown_image",
      message: "The project has no image “photo-77”.",
      message_code: "gold_image_unknown",
      remedy: "Correct it and import the file again: rows that are in are not added twice.",
      remedy_code: "import_gold_again",
      params: { name: "photo-77" },
    },
  ],
});

export const evidence: GoldEvidence[] = [
  {
    id: 2,
    annotator: mei,
    gold: 2,
    stage: captionStage,
    assignment: 312,
    image: image(2),
    path: "text_detected",
    expected: true,
    given: false,
    right: false,
    at: ago(0.3),
  },
  {
    id: 1,
    annotator: ada,
    gold: 2,
    stage: captionStage,
    assignment: 298,
    image: image(2),
    path: "text_detected",
    expected: true,
    given: true,
    right: true,
    at: ago(0.8),
  },
];

export const qualification: Qualification = {
  consent_required: true,
  min_approved: 0,
  min_approval_rate: 0,
  locales: [],
  practice: { enabled: true, size: 3 },
  test: { enabled: true, size: 5, pass_mark: 0.8, max_attempts: 3, retry_hours: 24, valid_days: 90 },
};

export const qualified: QualifiedPerson[] = [
  {
    user: ada,
    consent: { version: 1, at: ago(9) },
    practice: { done: true, at: ago(9) },
    test: { attempts: 1, score: 0.95, passed: true, at: ago(9), expires_at: ahead(81) },
  },
  {
    user: mei,
    consent: { version: 1, at: ago(2) },
    practice: { done: true, at: ago(2) },
    test: { attempts: 3, score: 0.6, passed: false, at: ago(1), expires_at: null },
  },
  {
    user: tomas,
    consent: null,
    practice: { done: false, at: null },
    test: { attempts: 0, score: null, passed: false, at: null, expires_at: null },
  },
];

export const consents: ConsentVersion[] = [
  {
    version: 1,
    body: "You describe photographs for a public dataset. Your texts are published **without your name**.",
    created_at: ago(10),
    agreed: 2,
  },
];

function suggestion(id: number, text: string, word: string, better: string, confidence: number): Suggestion {
  const start = [...text.slice(0, text.indexOf(word))].length;
  return {
    id,
    annotation: 500 + id,
    image: image(id),
    path: "text",
    text,
    word,
    span: { start, end: start + [...word].length },
    suggestions: [
      { word: better, confidence },
      { word: `${better}s`, confidence: confidence / 3 },
    ],
    state: "open",
    replacement: null,
  };
}

export function makeSuggestions(): Suggestion[] {
  return [
    suggestion(1, "A red wodden barn stands on a green meadow.", "wodden", "wooden", 0.96),
    suggestion(2, "🏠 A small house with a pionted roof.", "pionted", "pointed", 0.91),
    suggestion(3, "A mug by Höganäs on a table.", "Höganäs", "Hogans", 0.34),
  ];
}

export const adapters: Adapter[] = [
  {
    name: "invite",
    title: "Invitation links",
    description: "One personal link for each person, by e-mail or by hand.",
    fields: [],
    notice: null,
  },
  {
    name: "link",
    title: "External link with a completion code",
    description: "Any panel that passes an id in the address and takes a code or an address back.",
    notice: null,
    fields: [
      {
        name: "id_parameter",
        type: "text",
        title: "Parameter with the person's id",
        help: "As in ?worker=…",
        required: true,
        secret: false,
        default: "",
        choices: [],
      },
      {
        name: "completion_code",
        type: "text",
        title: "Completion code",
        help: "Shown after the work is submitted.",
        required: false,
        secret: false,
        default: "",
        choices: [],
      },
    ],
  },
  {
    name: "prolific",
    title: "Prolific",
    description: "People come from a Prolific study.",
    notice: null,
    fields: [
      {
        name: "completed_code",
        type: "text",
        title: "Code for completed work",
        help: "From the study's completion paths.",
        required: true,
        secret: false,
        default: "",
        choices: [],
      },
      {
        name: "token",
        type: "text",
        title: "API token",
        help: "Stored encrypted and never shown again.",
        required: false,
        secret: true,
        default: "",
        choices: [],
      },
      {
        name: "reward",
        type: "number",
        title: "Reward per submission",
        help: "In the study's currency.",
        required: false,
        secret: false,
        default: "",
        choices: [],
      },
    ],
  },
  {
    name: "mturk",
    title: "Mechanical Turk",
    description: "The ExternalQuestion protocol.",
    notice:
      "Amazon has announced the closing of Mechanical Turk. Use it only for a service that speaks the same protocol.",
    fields: [],
  },
];

export function makeChannels(): Channel[] {
  return [
    {
      id: 1,
      name: "Spring study",
      adapter: "prolific",
      stage: "caption",
      state: "open",
      settings: { completed_code: "C1X2Y3" },
      has_credentials: true,
      setup: [],
      entry_url: "http://localhost:8000/enter/spring-study-7f3a",
      webhook_url: "http://localhost:8000/api/v1/crowd/webhooks/spring-study-7f3a",
      counts: { arrived: 41, working: 3, submitted: 34, returned: 4 },
      created_at: ago(6),
    },
    {
      id: 3,
      name: "Colleagues",
      adapter: "invite",
      stage: null,
      state: "open",
      settings: { days: 14 },
      has_credentials: false,
      setup: [],
      entry_url: "http://localhost:8000/enter/colleagues-9f0e",
      webhook_url: null,
      counts: { arrived: 2, working: 1, submitted: 1, returned: 0 },
      created_at: ago(3),
    },
    {
      id: 2,
      name: "Volunteers",
      adapter: "link",
      stage: null,
      state: "closed",
      settings: { id_parameter: "worker" },
      has_credentials: false,
      setup: [],
      entry_url: "http://localhost:8000/enter/volunteers-1b2c",
      webhook_url: null,
      counts: { arrived: 12, working: 0, submitted: 12, returned: 0 },
      created_at: ago(30),
    },
  ];
}

export function makePayments(): Payment[] {
  return [
    {
      id: 1,
      annotator: ada,
      channel: { id: 1, name: "Spring study" },
      is_uncertain: false,
      approved_at: null,
      created_at: ago(1),
      hit: 71,
      base: "1.50",
      bonus: "0.25",
      currency: "GBP",
      state: "computed",
      reason: null,
    },
    {
      id: 2,
      annotator: tomas,
      channel: { id: 1, name: "Spring study" },
      is_uncertain: false,
      approved_at: null,
      created_at: ago(1),
      hit: 72,
      base: "1.50",
      bonus: "0.00",
      currency: "GBP",
      state: "approved",
      reason: null,
    },
    {
      id: 3,
      annotator: mei,
      channel: { id: 1, name: "Spring study" },
      is_uncertain: false,
      approved_at: null,
      created_at: ago(1),
      hit: 73,
      base: "1.50",
      bonus: "0.00",
      currency: "GBP",
      state: "failed",
      reason: notice("The study's balance is too low."),
    },
    {
      id: 4,
      annotator: ada,
      channel: { id: 1, name: "Spring study" },
      is_uncertain: false,
      approved_at: null,
      created_at: ago(1),
      hit: 60,
      base: "1.50",
      bonus: "0.00",
      currency: "GBP",
      state: "sent",
      reason: null,
    },
  ];
}

export function makeLinks(): MagicLink[] {
  return [
    {
      id: 1,
      name: "Mei",
      email: "mei@example.org",
      created_at: ago(3),
      expires_at: ahead(11),
      mail: "sent",
      mailed_at: ago(3),
      used_at: ago(2),
    },
    {
      id: 2,
      name: "",
      email: "",
      created_at: ago(1),
      expires_at: ahead(13),
      mail: "none",
      mailed_at: null,
      used_at: null,
    },
  ];
}
