import { Badge, Box, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { SampleRow } from "@/api/types";
import { StateBadge } from "@/components/state-badge";
import { Thumb } from "@/components/thumb";
import { ExternalId } from "./external-id";
import { useFromHere } from "./from-list";
import { FoundExcerpt, Marked } from "./found-words";
import { useFlagName, useStageTitle } from "./names";
import classes from "./sample-grid.module.css";
import { Tick } from "./tick";
import type { Selection } from "./use-selection";

interface SampleGridProps {
  rows: SampleRow[];
  /** Of those who may act on many samples at once. */
  selection?: Selection | undefined;
}

export function SampleGrid({ rows, selection }: SampleGridProps) {
  const { t } = useTranslation("samples");
  const flagName = useFlagName();
  const stageTitle = useStageTitle();
  const from = useFromHere();
  return (
    <ul className={classes.grid}>
      {rows.map((row) => (
        <li key={row.id} className={classes.card} data-chosen={selection?.has(row.id) || undefined}>
          <Thumb src={row.image.urls.thumb} alt="" />
          <Box p="xs">
            <Text size="sm" fw={550} truncate>
              <Link
                to="/samples/$sampleId"
                params={{ sampleId: String(row.id) }}
                search={from}
                className={classes.link}
                data-sample-link={row.id}
              >
                <Marked text={row.image.name} spans={row.found?.name ?? []} />
              </Link>
            </Text>
            <ExternalId row={row} />
            <FoundExcerpt row={row} />
            <Group gap={6} mt={4}>
              <StateBadge state={row.state} />
              {row.alike !== null && <Badge color="gray">{t("alike.badge")}</Badge>}
              {row.flags.map((flag) => (
                <Badge key={flag} color="gray">
                  {flagName(flag)}
                </Badge>
              ))}
            </Group>
            <Text size="xs" c="dimmed" mt={4} lineClamp={2}>
              {[stageTitle(row.stage), row.round ? t("round", { round: row.round }) : "", row.split]
                .filter(Boolean)
                .join(" · ")}
            </Text>
          </Box>
          {selection && (
            <div className={classes.tick}>
              <Tick row={row} selection={selection} size="md" />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
