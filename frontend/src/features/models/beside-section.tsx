import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Connection, VersionBrief } from "@/api/models";
import { ErrorNotice } from "@/components/error-notice";
import { Section } from "@/components/section";
import { connectionsQuery, versionsQuery } from "@/lib/queries/models";
import { picturesQuery, trialQuery, tryOn } from "./api/models";
import { BesideView } from "./beside-view";
import { besideOf, textOfBeside, type Pair } from "./beside";

const IMAGES = 5;

interface BesideSectionProps {
  projectId: number;
  connection: Connection;
}

/** Two versions, or two models, on the same five images: ten tries at the most, at an address of their own. */
export function BesideSection({ projectId, connection }: BesideSectionProps) {
  const { t } = useTranslation("models");
  const { beside } = useSearch({ from: "/shell/projects/$projectId/models/$connectionId" });
  const navigate = useNavigate({ from: "/projects/$projectId/models/$connectionId" });
  const client = useQueryClient();
  const choices = useChoices(projectId, connection);
  const [chosen, setChosen] = useState<[string | null, string | null]>([null, null]);
  const serving = choices.find(({ id }) => id === connection.serving?.id) ?? choices[0];
  const first = choices.find(({ id }) => String(id) === chosen[0]) ?? serving;
  const second = choices.find(({ id }) => String(id) === chosen[1]) ?? choices.find(({ id }) => id !== first?.id);
  const start = useMutation({
    mutationFn: async (versions: readonly [VersionBrief, VersionBrief]) => {
      const page = await client.fetchQuery(picturesQuery(projectId, "", undefined));
      const pairs: Pair[] = [];
      for (const { image } of page.results.slice(0, IMAGES)) {
        const ask = async ({ id, connection: { id: of } }: VersionBrief) => {
          const trial = await tryOn(projectId, of, image.id, id);
          client.setQueryData(trialQuery(projectId, trial.id).queryKey, trial);
          return trial.id;
        };
        pairs.push([await ask(versions[0]), await ask(versions[1])]);
      }
      return pairs;
    },
    onSuccess: (pairs) => navigate({ search: { beside: textOfBeside(pairs) }, replace: true, resetScroll: false }),
  });
  if (!first || !second) return null;
  const select = (place: 0 | 1, value: VersionBrief) => (
    <Select
      label={t(place === 0 ? "beside.first" : "beside.second")}
      allowDeselect={false}
      w={{ base: "100%", xs: 340 }}
      value={String(value.id)}
      data={choices.map((version) => ({ value: String(version.id), label: nameOf(version) }))}
      onChange={(id) => setChosen(place === 0 ? [id, String(second.id)] : [String(first.id), id])}
    />
  );
  const pairs = besideOf(beside);
  return (
    <Section title={t("beside.title")} description={t("beside.text")}>
      <Stack>
        <Group align="flex-end" gap="sm">
          {select(0, first)}
          {select(1, second)}
          <Button
            loading={start.isPending}
            disabled={first.id === second.id}
            onClick={() => start.mutate([first, second])}
          >
            {t("beside.submit")}
          </Button>
        </Group>
        {start.error && <ErrorNotice error={start.error} />}
        {start.data?.length === 0 && <Text role="alert">{t("try.no_pictures")}</Text>}
        {pairs.length > 0 && <BesideView key={beside} projectId={projectId} pairs={pairs} />}
      </Stack>
    </Section>
  );
}

const nameOf = ({ connection, label }: VersionBrief) => `${connection.name} ${label}`;

/** The versions of this model, and of every other that does the same the active one. */
function useChoices(projectId: number, connection: Connection): VersionBrief[] {
  const versions = useQuery(versionsQuery(projectId, connection.id)).data ?? [];
  const others = useQuery(connectionsQuery(projectId)).data ?? [];
  return [
    ...versions,
    ...others
      .filter(({ id, roles }) => id !== connection.id && roles.some((role) => connection.roles.includes(role)))
      .flatMap(({ serving }) => serving ?? []),
  ];
}
