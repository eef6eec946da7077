/** What crowd entry and payments send. */
import type { Person } from "./types";

export type AdapterName = string;

export interface AdapterField {
  name: string;
  type: string;
  title: string;
  help: string;
  required: boolean;
  secret: boolean;
}

export interface Adapter {
  name: AdapterName;
  title: string;
  description: string;
  fields: AdapterField[];
  /** Something to know before choosing it. */
  notice: string | null;
}

export interface Channel {
  id: number;
  name: string;
  adapter: AdapterName;
  stage: string | null;
  state: "open" | "closed";
  settings: Record<string, unknown>;
  has_credentials: boolean;
  entry_url: string;
  webhook_url: string | null;
  counts: { arrived: number; working: number; submitted: number; returned: number };
  created_at: string;
}

export interface NewChannel {
  name: string;
  adapter: AdapterName;
  stage: string | null;
  settings: Record<string, unknown>;
}

export type PaymentState = "computed" | "approved" | "sent" | "failed";

export interface Payment {
  id: number;
  annotator: Person;
  channel: number | { id: number; name: string } | null;
  hit: number;
  base: string;
  bonus: string;
  currency: string;
  state: PaymentState;
  reason: string;
}
