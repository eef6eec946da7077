import { Button, Group, Menu, Paper, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Team } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { notifyDone } from "@/lib/notify";
import { moveInTeam } from "./api/teams";

interface TeamBarProps {
  projectId: number;
  teams: Team[];
  chosen: ReadonlySet<number>;
  onDone: () => void;
}

/** Puts the chosen members into a team, or takes them out of one. */
export function TeamBar({ projectId, teams, chosen, onDone }: TeamBarProps) {
  const { t } = useTranslation("people");
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: ({ team, way }: { team: Team; way: "into" | "out" }) =>
      moveInTeam(projectId, team.id, { [way]: [...chosen] }),
    onSuccess: async (_, { team, way }) => {
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
      notifyDone(t(`teams.moved_${way}`, { name: team.name }));
      onDone();
    },
  });
  if (chosen.size === 0) return null;
  return (
    <Paper withBorder p="sm" role="region" aria-label={t("teams.region")}>
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Text size="sm" fw={550} role="status">
            {t("teams.chosen", { count: chosen.size })}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={onDone}>
            {t("teams.clear")}
          </Button>
        </Group>
        <Group gap="xs">
          {(["into", "out"] as const).map((way) => (
            <Menu key={way} withinPortal>
              <Menu.Target>
                <Button
                  size="xs"
                  variant="default"
                  loading={move.isPending && move.variables.way === way}
                  rightSection={<IconChevronDown size={14} aria-hidden />}
                >
                  {t(`teams.${way}`)}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {teams.map((team) => (
                  <Menu.Item key={team.id} onClick={() => move.mutate({ team, way })}>
                    {team.name}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          ))}
        </Group>
      </Group>
      {move.error && <ErrorNotice error={move.error} />}
    </Paper>
  );
}
