import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Adapter, Channel, NewChannel, Payment } from "@/api/crowd";
import type { Job, Page } from "@/api/types";
import { searchOf } from "@/lib/search-params";

const base = (projectId: number) => `/projects/${String(projectId)}`;
export const crowdKey = (projectId: number) => ["projects", projectId, "crowd"];

export const adaptersQuery = queryOptions({
  queryKey: ["crowd", "adapters"],
  queryFn: ({ signal }) => api.get<Adapter[]>("/crowd/adapters", { signal }),
  staleTime: Infinity,
});

export const channelsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...crowdKey(projectId), "channels"],
    queryFn: ({ signal }) => api.get<Channel[]>(`${base(projectId)}/channels`, { signal }),
  });

export function addChannel(projectId: number, channel: NewChannel): Promise<Channel> {
  return api.post(`${base(projectId)}/channels`, channel);
}

export function changeChannel(projectId: number, channelId: number, changes: Partial<NewChannel> & { state?: Channel["state"] }): Promise<Channel> {
  return api.patch(`${base(projectId)}/channels/${String(channelId)}`, changes);
}

export function removeChannel(projectId: number, channelId: number): Promise<void> {
  return api.delete(`${base(projectId)}/channels/${String(channelId)}`);
}

export const paymentsQuery = (projectId: number, cursor?: string) =>
  queryOptions({
    queryKey: [...crowdKey(projectId), "payments", cursor ?? ""],
    queryFn: ({ signal }) =>
      api.get<Page<Payment>>(`${base(projectId)}/payments${searchOf({ cursor })}`, { signal }),
  });

export function computePayments(projectId: number): Promise<unknown> {
  return api.post(`${base(projectId)}/payments/compute`);
}

export function approvePayments(projectId: number, ids: number[]): Promise<unknown> {
  return api.post(`${base(projectId)}/payments/approve`, { ids });
}

export function sendPayments(projectId: number, ids: number[]): Promise<Job> {
  return api.post(`${base(projectId)}/payments/send`, { ids });
}

export const paymentsFile = (projectId: number) => `/api/v1${base(projectId)}/payments/csv`;
