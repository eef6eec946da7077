import { Button, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Connection, ModelVersion } from "@/api/models";

import { ErrorNotice } from "@/components/error-notice";
import { compareVersions, comparisonQuery } from "./api/comparisons";

interface CompareButtonProps {
  projectId: number;
  connection: Connection;
  /** Compared with the active one; without one the newest beside that is. */
  version?: ModelVersion;
}

/** One click asks both versions about the held-out images, or opens what is known of them already. */
export function CompareButton({ projectId, connection, version }: CompareButtonProps) {
  const { t } = useTranslation("models");
  const client = useQueryClient();
  const navigate = useNavigate();
  const { serving, name } = connection;
  const start = useMutation({
    mutationFn: () =>
      compareVersions(projectId, version && serving ? inOrder(version, serving) : { connection: connection.id }),
    onSuccess: async (comparison) => {
      client.setQueryData(comparisonQuery(projectId, comparison.id).queryKey, comparison);
      await navigate({
        to: "/projects/$projectId/models/comparisons/$comparisonId",
        params: { projectId: String(projectId), comparisonId: String(comparison.id) },
      });
    },
  });
  return (
    <Stack gap={4} align="flex-end">
      <Button
        size="xs"
        variant="default"
        aria-label={t(version ? "compare.open_version" : "compare.open_name", { name, label: version?.label ?? "" })}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {t("compare.open")}
      </Button>
      {start.error && <ErrorNotice error={start.error} />}
    </Stack>
  );
}

const inOrder = (one: { id: number; number: number }, other: { id: number; number: number }) =>
  one.number < other.number ? { old: one.id, new: other.id } : { old: other.id, new: one.id };
