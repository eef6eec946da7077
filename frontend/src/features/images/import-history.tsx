import { Badge, Box, Button, Divider, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Import } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { ImportErrors } from "@/components/import-errors";
import { JobProgress } from "@/components/job-progress";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { StateBadge } from "@/components/state-badge";
import { Time } from "@/components/time";
import { isActive } from "@/lib/queries/jobs";
import { messageOf, remedyOf } from "@/lib/server-messages";
import { importQuery, importsQuery } from "./api/imports";
import { UnderstoodAs } from "./understood";

export function ImportHistory({ projectId }: { projectId: number }) {
  const { t } = useTranslation("images");
  const query = useQuery(importsQuery(projectId));
  return (
    <Section title={t("history.title")}>
      <QueryView query={query}>
        {(imports) =>
          imports.length === 0 ? (
            <Text c="dimmed">{t("history.none")}</Text>
          ) : (
            <Stack>
              {imports.map((item, index) => (
                <Box key={item.id}>
                  {index > 0 && <Divider mb="md" />}
                  <ImportEntry projectId={projectId} item={item} />
                </Box>
              ))}
            </Stack>
          )
        }
      </QueryView>
    </Section>
  );
}

function ImportEntry({ projectId, item }: { projectId: number; item: Import }) {
  const { t } = useTranslation("images");
  const [opened, setOpened] = useState(false);
  const [unusedOpened, setUnusedOpened] = useState(false);
  const problems = item.counts.failed;
  const unused = item.unused_count;
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text fw={550} style={{ overflowWrap: "anywhere" }}>
          {item.source}
        </Text>
        <StateBadge state={item.state} />
        {item.dry_run && <Badge color="gray">{t("history.checked_only")}</Badge>}
        <Text size="sm" c="dimmed">
          <Time at={item.created_at} />
        </Text>
      </Group>
      {item.job && (isActive(item) || item.state === "failed") ? (
        <JobProgress projectId={projectId} job={item.job} />
      ) : (
        <Text size="sm">{t(item.dry_run ? "history.would" : "history.counts", item.counts)}</Text>
      )}
      <UnderstoodAs projectId={projectId} item={item} />
      {problems > 0 && (
        <Group>
          <Button size="xs" variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {t("history.show")} ({t("history.errors", { count: problems })})
          </Button>
        </Group>
      )}
      {opened && <Problems projectId={projectId} item={item} />}
      {unused > 0 && (
        <Group>
          <Button
            size="xs"
            variant="default"
            aria-expanded={unusedOpened}
            onClick={() => setUnusedOpened(!unusedOpened)}
          >
            {t("history.unused", { count: unused })}
          </Button>
        </Group>
      )}
      {unusedOpened && <UnusedFiles projectId={projectId} item={item} />}
    </Stack>
  );
}

/** What came with the pictures and was left aside, why, and what to do with it. */
function UnusedFiles({ projectId, item }: { projectId: number; item: Import }) {
  const { t } = useTranslation("images");
  const query = useQuery(importQuery(projectId, item.id));
  const columns: Column<Import["unused"][number]>[] = [
    { key: "file", header: t("history.file"), label: "", render: ({ name }) => name },
    { key: "why", header: t("history.why"), render: messageOf },
    { key: "remedy", header: t("history.remedy"), render: (file) => remedyOf(file) ?? "" },
  ];
  return (
    <QueryView query={query}>
      {(full) => (
        <DataTable
          name={t("history.unused_table", { source: full.source })}
          columns={columns}
          rows={full.unused}
          rowKey={({ name }) => name}
        />
      )}
    </QueryView>
  );
}

function Problems({ projectId, item }: { projectId: number; item: Import }) {
  const query = useQuery(importQuery(projectId, item.id));
  return <QueryView query={query}>{(full) => <ImportErrors source={full.source} errors={full.errors} />}</QueryView>;
}
