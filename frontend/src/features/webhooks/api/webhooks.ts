import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { Delivery, DeliveryState, NewWebhook, Webhook, WebhookChanges } from "@/api/webhooks";

const of = (projectId: number) => ({ path: { project_id: projectId } });
const ofOne = (projectId: number, webhookId: number) => ({ path: { project_id: projectId, webhook_id: webhookId } });

export const webhooksKey = (projectId: number) => ["projects", projectId, "webhooks"];

export const webhooksQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...webhooksKey(projectId), "list"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/webhooks", { params: of(projectId), signal })),
  });

export function addWebhook(projectId: number, body: NewWebhook): Promise<Webhook> {
  return result(server.POST("/api/v1/projects/{project_id}/webhooks", { params: of(projectId), body }));
}

export function changeWebhook(projectId: number, webhookId: number, body: WebhookChanges): Promise<Webhook> {
  const params = ofOne(projectId, webhookId);
  return result(server.PATCH("/api/v1/projects/{project_id}/webhooks/{webhook_id}", { params, body }));
}

export function removeWebhook(projectId: number, webhookId: number): Promise<void> {
  const params = ofOne(projectId, webhookId);
  return done(server.DELETE("/api/v1/projects/{project_id}/webhooks/{webhook_id}", { params }));
}

/** `atOnce`: the secret before signs nothing more. */
export function rotateSecret(projectId: number, webhookId: number, atOnce: boolean): Promise<Webhook> {
  const params = ofOne(projectId, webhookId);
  const body = { at_once: atOnce };
  return result(server.POST("/api/v1/projects/{project_id}/webhooks/{webhook_id}/rotate", { params, body }));
}

export function sendTest(projectId: number, webhookId: number): Promise<Delivery> {
  const params = ofOne(projectId, webhookId);
  return result(server.POST("/api/v1/projects/{project_id}/webhooks/{webhook_id}/test", { params }));
}

export interface DeliveryFilter {
  state?: string | undefined;
  cursor?: string | undefined;
}

export const deliveryStates = ["pending", "delivered", "given_up"] as const satisfies readonly DeliveryState[];

const POLL_MS = 3_000;

/** One page of what was sent, read again while something is on its way. */
export function deliveriesQuery(projectId: number, webhookId: number, { state, cursor }: DeliveryFilter) {
  const known = deliveryStates.find((one) => one === state);
  const query = { ...(known && { state: known }), ...(cursor && { cursor }), page_size: 25 };
  return queryOptions({
    queryKey: [...webhooksKey(projectId), webhookId, "deliveries", query],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries", {
          params: { ...ofOne(projectId, webhookId), query },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) => (data?.results.some((row) => row.state === "pending") ? POLL_MS : false),
  });
}

export function sendAgain(projectId: number, webhookId: number, deliveryId: number): Promise<Delivery> {
  return result(
    server.POST("/api/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries/{webhook_delivery_id}/send", {
      params: { path: { project_id: projectId, webhook_id: webhookId, webhook_delivery_id: deliveryId } },
    }),
  );
}

/** `since`: a moment in ISO 8601; null is everything. Says how many are sent again. */
export async function sendFailed(projectId: number, webhookId: number, since: string | null): Promise<number> {
  const params = ofOne(projectId, webhookId);
  const body = { since };
  const path = "/api/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries/send";
  return (await result(server.POST(path, { params, body }))).count;
}
