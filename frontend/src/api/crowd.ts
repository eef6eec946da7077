/** Names for what crowd entry and payments send, out of the generated schema. */
import type { components } from "./schema";

type S = components["schemas"];

export type AdapterField = S["AdapterField"];
export type Adapter = S["Adapter"];
export type Channel = S["Channel"];
export type NewChannel = S["ChannelRequestRequest"];
export type ChannelChanges = S["PatchedChannelChangesRequest"];
export type MagicLink = S["Link"];
export type NewMagicLink = S["NewLink"];
export type MagicLinkWishes = S["LinkRequestRequest"];
export type PaymentState = "computed" | "approved" | "sent" | "failed";
export type Payment = S["Payment"];
