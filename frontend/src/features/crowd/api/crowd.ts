import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { Channel, ChannelChanges, MagicLinkWishes, NewChannel, NewMagicLink } from "@/api/crowd";
import type { Job } from "@/api/types";

const of = (projectId: number) => ({ path: { project_id: projectId } });
const ofChannel = (projectId: number, channelId: number) => ({
  path: { project_id: projectId, channel_id: channelId },
});
export const crowdKey = (projectId: number) => ["projects", projectId, "crowd"];

export const adaptersQuery = queryOptions({
  queryKey: ["crowd", "adapters"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/crowd/adapters", { signal })),
  staleTime: Infinity,
});

export const channelsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...crowdKey(projectId), "channels"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/channels", { params: of(projectId), signal })),
  });

export function addChannel(projectId: number, channel: NewChannel): Promise<Channel> {
  return result(server.POST("/api/v1/projects/{project_id}/channels", { params: of(projectId), body: channel }));
}

export function changeChannel(projectId: number, channelId: number, changes: ChannelChanges): Promise<Channel> {
  return result(
    server.PATCH("/api/v1/projects/{project_id}/channels/{channel_id}", {
      params: ofChannel(projectId, channelId),
      body: changes,
    }),
  );
}

export function removeChannel(projectId: number, channelId: number): Promise<void> {
  return done(
    server.DELETE("/api/v1/projects/{project_id}/channels/{channel_id}", { params: ofChannel(projectId, channelId) }),
  );
}

export const linksQuery = (projectId: number, channelId: number) =>
  queryOptions({
    queryKey: [...crowdKey(projectId), "links", channelId],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/channels/{channel_id}/links", {
          params: ofChannel(projectId, channelId),
          signal,
        }),
      ),
  });

export function makeLink(projectId: number, channelId: number, wishes: MagicLinkWishes): Promise<NewMagicLink> {
  return result(
    server.POST("/api/v1/projects/{project_id}/channels/{channel_id}/links", {
      params: ofChannel(projectId, channelId),
      body: wishes,
    }),
  );
}

export function withdrawLink(projectId: number, channelId: number, linkId: number): Promise<void> {
  return done(
    server.DELETE("/api/v1/projects/{project_id}/channels/{channel_id}/links/{link_id}", {
      params: { path: { project_id: projectId, channel_id: channelId, link_id: linkId } },
    }),
  );
}

export const paymentsQuery = (projectId: number, cursor?: string) =>
  queryOptions({
    queryKey: [...crowdKey(projectId), "payments", cursor ?? ""],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/payments", {
          params: { ...of(projectId), ...(cursor ? { query: { cursor } } : {}) },
          signal,
        }),
      ),
  });

export function computePayments(projectId: number) {
  return result(server.POST("/api/v1/projects/{project_id}/payments/compute", { params: of(projectId) }));
}

export function approvePayments(projectId: number, ids: number[]) {
  return result(
    server.POST("/api/v1/projects/{project_id}/payments/approve", { params: of(projectId), body: { ids } }),
  );
}

export function sendPayments(projectId: number, ids: number[]): Promise<Job> {
  return result(server.POST("/api/v1/projects/{project_id}/payments/send", { params: of(projectId), body: { ids } }));
}

export const paymentsFile = (projectId: number) => `/api/v1/projects/${String(projectId)}/payments/csv`;
