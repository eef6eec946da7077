import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { result, server } from "@/api/client";
import type { Everywhere } from "@/api/types";
import { personName } from "@/lib/people";
import type { Entry, EntryGroup, Go } from "./entries";

const PAUSE_MS = 200;
const SHORTEST = 2;

/** What the server finds by words, of all that one may read: it knows texts, and the browser does not. */
export function useFoundEverywhere(projectId: number | undefined, typed: string, go: Go) {
  const { t } = useTranslation("commands");
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const isWanted = search.length >= SHORTEST;
  const query = useQuery({
    queryKey: ["search", projectId, search],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/search", {
          params: { query: { search, ...(projectId !== undefined && { project: projectId }) } },
          signal,
        }),
      ),
  });
  const found = isWanted ? query.data : undefined;
  return {
    samples: (found?.samples ?? []).map((group) => sampleGroup(group, search, go, t)),
    people: (found?.people ?? []).map((person) => personEntry(person, go)),
    projects: (found?.projects ?? []).map((project) => projectEntry(project, go)),
    isSearching: isWanted && (query.isFetching || search !== typed.trim()),
  };
}

type Words = TFunction<"commands">;

/** The newest samples of one project, and where there are more, the way to all of them. */
function sampleGroup(
  { project, samples, more }: Everywhere["samples"][number],
  search: string,
  go: Go,
  t: Words,
): EntryGroup {
  const shown = samples.map((sample): Entry => ({
    id: `sample ${String(sample.id)}`,
    label: sample.name || t("sample", { id: sample.id }),
    about: sample.excerpt?.text ?? sample.external_id,
    isFound: true,
    go: go({ to: "/samples/$sampleId", params: { sampleId: String(sample.id) } }),
  }));
  const all: Entry = {
    id: `samples ${String(project.id)}`,
    label: t("all_samples"),
    about: project.name,
    isFound: true,
    isLast: true,
    go: go({ to: "/projects/$projectId/samples", params: { projectId: String(project.id) }, search: { search } }),
  };
  const entries = more ? [...shown, all] : shown;
  return { id: `samples ${String(project.id)}`, key: "samples", of: project.name, entries };
}

/** People are shown where one leads them; those of no project to admins, as accounts. */
function personEntry({ user, project }: Everywhere["people"][number], go: Go): Entry {
  return {
    id: `person ${String(user.id)}`,
    label: personName(user),
    about: project?.name ?? user.username,
    words: user.username,
    isFound: true,
    go: project
      ? go({
          to: "/projects/$projectId/annotators/$userId",
          params: { projectId: String(project.id), userId: String(user.id) },
        })
      : go({ to: "/admin/users/$userId", params: { userId: String(user.id) } }),
  };
}

function projectEntry(project: Everywhere["projects"][number], go: Go): Entry {
  return {
    id: `project ${String(project.id)}`,
    label: project.name,
    about: project.description,
    isFound: true,
    go: go({ to: "/projects/$projectId", params: { projectId: String(project.id) } }),
  };
}
