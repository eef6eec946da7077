/** Names for what crowd entry and payments send, out of the generated schema. */
import type { components } from "./schema";

type S = components["schemas"];

export type AdapterField = S["AdapterField"];
export type Adapter = S["Adapter"];
export type Channel = S["Channel"];
export type NewChannel = S["NewChannel"];
export type ChannelChanges = S["ChannelChanges"];
export type MagicLink = S["Link"];
export type NewMagicLink = S["CreatedLink"];
export type MagicLinkWishes = S["NewLink"];
export type Payment = S["Payment"];
export type PaymentState = Payment["state"];
