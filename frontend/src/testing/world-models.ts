import type {
  BackendInfo,
  Connection,
  ModelAssignment,
  ModelVersion,
  OfferedConnection,
  SharedConnection,
  Trial,
  TrialResult,
  VersionBrief,
  PastVersionComparison,
  VersionComparison,
} from "@/api/models";
import { ago, lena, makeJob, makeRow, notice } from "./world";

/** Models of the invented project: a server that describes, a detector that learns, a reader that is not there. */

const server: BackendInfo = {
  name: "openai",
  title: "Vision server",
  description: "Any server that speaks the OpenAI protocol: vLLM, Ollama, llama.cpp or a hosted one.",
  roles: ["detector", "captioner"],
  learns: true,
  available: true,
  reason: null,
  settings_schema: {
    $defs: { Detail: { enum: ["low", "high"], type: "string" } },
    properties: {
      base_url: { type: "string", title: "Address", description: "Where the server is, up to /v1." },
      model: { type: "string", title: "Model", description: "As the server calls it." },
      temperature: {
        type: "number",
        title: "Temperature",
        description: "0 gives the same answer each time.",
        minimum: 0,
        maximum: 2,
        default: 0,
      },
      concurrency: {
        type: "integer",
        title: "At once",
        description: "Requests under way together.",
        minimum: 1,
        maximum: 64,
        default: 4,
      },
      detail: { $ref: "#/$defs/Detail", title: "Detail", description: "How large images are sent.", default: "high" },
      structured: {
        type: "boolean",
        title: "Structured output",
        description: "Ask for boxes as JSON of a fixed form.",
        default: true,
      },
      image_prompt: {
        type: "string",
        title: "Prompt for whole images",
        description: "{objects} stands for what was found.",
        format: "textarea",
        default: "Describe the image in full.\nObjects: {objects}",
      },
    },
    required: ["base_url", "model"],
  },
  secrets: [{ name: "api_key", title: "API key", help: "Sent with each request.", required: false }],
  training_schema: null,
};

export const backends: BackendInfo[] = [
  {
    name: "classical",
    title: "Classical vision",
    description: "Region proposals and measured colours. No weights, the same result each time.",
    roles: ["detector", "captioner"],
    learns: false,
    available: true,
    reason: null,
    settings_schema: { properties: {} },
    secrets: [],
    training_schema: null,
  },
  {
    name: "tesseract",
    title: "Tesseract",
    description: "Reads printed words.",
    roles: ["ocr"],
    learns: false,
    available: false,
    reason: notice("The program tesseract is not installed."),
    settings_schema: { properties: { language: { type: "string", title: "Language", default: "eng" } } },
    secrets: [],
    training_schema: null,
  },
  server,
];

const named = { id: 3, name: "street-vlm" };

export function brief(number: number, changes: Partial<VersionBrief> = {}): VersionBrief {
  return { id: 30 + number, label: `M${String(number)}`, number, state: "retired", connection: named, ...changes };
}

const settings = {
  base_url: "http://models.example/v1",
  model: "qwen-vl",
  temperature: 0,
  concurrency: 4,
  detail: "high",
  structured: true,
  image_prompt: "Describe the image.",
};

export function makeVersions(): ModelVersion[] {
  const shared = { settings, code_version: "annotate 0.4, openai 1", notes: "", training: null, retired_at: null };
  return [
    {
      ...shared,
      ...brief(0),
      source: "base",
      base: null,
      snapshot: null,
      metrics: { cider: 0.412, rouge_l: 0.284, token_f1: 0.391, box_iou: 0.52, samples: 40 },
      seeds: 200,
      created_at: ago(12),
      promoted_at: ago(12),
      retired_at: ago(3),
    },
    {
      ...shared,
      ...brief(1, { state: "serving" }),
      source: "training",
      base: brief(0),
      snapshot: { id: 1, digest: "9f86d081884c7d65", samples: 180, held_out: 20, facts: {} },
      metrics: { cider: 0.634, rouge_l: 0.331, token_f1: 0.452, box_iou: 0.61, samples: 20 },
      seeds: 140,
      created_at: ago(3),
      promoted_at: ago(3),
    },
    {
      ...shared,
      ...brief(2, { state: "candidate" }),
      source: "registered",
      base: brief(1, { state: "serving" }),
      snapshot: null,
      metrics: { cider: 0.701, rouge_l: 0.352, token_f1: 0.47, box_iou: 0.605, samples: 20 },
      seeds: 0,
      notes: "LoRA of the second week",
      settings: { ...settings, model: "qwen-vl-week-2" },
      created_at: ago(0.4),
      promoted_at: null,
    },
  ];
}

export function makeConnections(): Connection[] {
  const shared = {
    has_secrets: {},
    archived_at: null,
    created_at: ago(20),
    learns: false,
    built_in: true,
    shared: false,
    disabled: false,
    settings: {},
    versions: 1,
  };
  const base = (id: number, name: string): VersionBrief => ({
    id: id * 10,
    label: "M0",
    number: 0,
    state: "serving",
    connection: { id, name },
  });
  return [
    {
      ...shared,
      id: 1,
      name: "classical",
      backend: "classical",
      title: "Classical vision",
      roles: ["detector", "captioner"],
      serving: base(1, "classical"),
      assigned_roles: ["detector"],
    },
    {
      ...shared,
      id: 2,
      name: "tesseract",
      backend: "tesseract",
      title: "Tesseract",
      roles: ["ocr"],
      settings: { language: "eng" },
      serving: base(2, "tesseract"),
      assigned_roles: [],
    },
    {
      ...shared,
      ...named,
      backend: "openai",
      title: "Vision server",
      roles: ["detector", "captioner"],
      learns: true,
      built_in: false,
      settings,
      has_secrets: { api_key: true },
      serving: brief(1, { state: "serving" }),
      versions: 3,
      assigned_roles: ["captioner"],
      created_at: ago(12),
    },
  ];
}

export const modelAssignment: ModelAssignment = { detector: 1, captioner: 3, ocr: null, unseeded_share: 0 };

export const trialResult: TrialResult = {
  detections: [
    { label: "house", box: { x: 300, y: 240, width: 260, height: 320 }, score: 0.91 },
    { label: "sun", box: { x: 780, y: 90, width: 140, height: 140 }, score: 0.4 },
  ],
  dropped: [{ label: "tree", reason: "The box lies outside of the image." }],
  caption: "A red house stands on a green meadow under a pale sky.",
  crops: [
    { label: "house", text: "A house with a pointed roof and one dark door." },
    { label: "sun", text: "A white disc." },
  ],
  words: [{ text: "OPEN", box: { x: 400, y: 430, width: 60, height: 20 }, score: 0.8 }],
  provenance: [
    {
      backend: "openai",
      version: "street-vlm M1",
      parameters: { temperature: 0 },
      latency_seconds: 1.21,
      prompt: "Find all objects.",
      raw: { objects: [] },
      usage: { prompt_tokens: 812, completion_tokens: 64, cost: 0.0011 },
    },
    {
      backend: "openai",
      version: "street-vlm M1",
      parameters: { temperature: 0 },
      latency_seconds: 2.04,
      prompt: "Describe the image.",
      raw: "A red house …",
      usage: { prompt_tokens: 900, completion_tokens: 120, cost: 0.0015 },
    },
  ],
  problem: null,
  seconds: 3.4,
};

export function makeTrial(changes: Partial<Trial> = {}): Trial {
  const { id, name, width, height, urls, hints } = makeRow(2).image;
  return {
    id: 5,
    version: brief(1, { state: "serving" }),
    image: { id, name, width, height, urls, hints },
    job: makeJob({ id: 70, name: "seeding.trial", title: "Trying a model on an image", done: 0, total: 1 }),
    result: null,
    created_at: ago(0),
    ...changes,
  };
}

export function makeShared(changes: Partial<SharedConnection> = {}): SharedConnection {
  return {
    id: 4,
    name: "House model",
    backend: "openai",
    title: "Vision server",
    roles: ["detector", "captioner"],
    settings,
    has_secrets: { api_key: true },
    projects: [{ id: 1, name: "Village streets" }],
    created_at: ago(9),
    disabled_at: null,
    ...changes,
  };
}

export const offer: OfferedConnection = {
  id: 4,
  name: "House model",
  backend: "openai",
  title: "Vision server",
  roles: ["detector", "captioner"],
  connection: null,
};

export const versionComparison: VersionComparison = {
  id: 6,
  old: brief(1, { state: "serving" }),
  new: brief(2, { state: "candidate" }),
  job: makeJob({ id: 71, name: "learning.compare", title: "Comparing two versions", state: "succeeded" }),
  result: {
    samples: 40,
    held_out: 40,
    failed_old: 0,
    failed_new: 1,
    figures: [
      { metric: "cider", old: 0.63, new: 0.7, difference: 0.07, low: 0.02, high: 0.12, n: 40 },
      { metric: "box_iou", old: 0.61, new: 0.6, difference: -0.01, low: -0.04, high: 0.02, n: 40 },
    ],
    texts: [
      {
        sample: 2,
        name: "harbour-002.jpg",
        reference: "A red house with a pointed roof stands on a meadow.",
        old: "A house stands on a meadow.",
        new: "A red house stands on a meadow.",
      },
    ],
    texts_in_all: 40,
  },
  created_at: ago(0),
};

export const pastComparison: PastVersionComparison = {
  id: 6,
  old: versionComparison.old,
  new: versionComparison.new,
  by: lena,
  created_at: ago(0),
  state: "succeeded",
  samples: 40,
  figures: versionComparison.result?.figures ?? [],
};
