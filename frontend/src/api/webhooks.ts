/** Names for what webhooks send, out of the generated schema. */
import type { components } from "./schema";

type S = components["schemas"];

export type Webhook = S["WebhookEndpoint"];
export type WebhookState = Webhook["state"];
export type WebhookChanges = S["WebhookChanges"];
export type NewWebhook = S["NewWebhook"];
export type Delivery = S["WebhookDelivery"];
export type DeliveryState = Delivery["state"];
export type EventName = Delivery["type"];
