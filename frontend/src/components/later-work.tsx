import { Loader, Radio, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Consequences, Rejections } from "@/api/quality";
import { consequencesQuery } from "@/lib/queries/quality";
import { ErrorNotice } from "./error-notice";

interface LaterWorkProps {
  projectId: number;
  /** The answers that would be rejected. */
  rejections: Rejections;
  /** Whether the work is done again from there; else what others made of it goes on to count. */
  again: boolean;
  onChange: (again: boolean) => void;
}

/** What becomes of the work that others made of rejected answers, each way with its consequences. */
export function LaterWork({ projectId, rejections, again, onChange }: LaterWorkProps) {
  const { t } = useTranslation("quality");
  const query = useQuery(consequencesQuery(projectId, rejections));
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t("later.label")}
        value={again ? "again" : "keep"}
        onChange={(value) => onChange(value === "again")}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="again"
            label={t("later.again")}
            description={query.data ? <Again counts={query.data} /> : t("later.again_hint")}
          />
          <Radio
            value="keep"
            label={t("later.keep")}
            description={query.data ? <Keep counts={query.data} /> : t("later.keep_hint")}
          />
        </Stack>
      </Radio.Group>
      {query.isPending && (
        <Text size="xs" c="dimmed" role="status">
          <Loader size={12} me={6} aria-hidden />
          {t("later.counting")}
        </Text>
      )}
      {query.error && <ErrorNotice error={query.error} />}
    </Stack>
  );
}

export function Again({ counts }: { counts: Consequences }) {
  const { t } = useTranslation("quality");
  const parts = [
    counts.reopened > 0 && t("later.reopened", { count: counts.reopened }),
    counts.superseded > 0 && t("later.superseded", { count: counts.superseded }),
    counts.at_work > 0 && t("later.at_work", { count: counts.at_work }),
  ];
  return <>{[t("later.again_hint"), ...parts].filter(Boolean).join(" ")}</>;
}

function Keep({ counts }: { counts: Consequences }) {
  const { t } = useTranslation("quality");
  const parts = [
    counts.superseded > 0 ? t("later.kept", { count: counts.superseded }) : t("later.nothing_later"),
    counts.emptied > 0 && t("later.emptied", { count: counts.emptied }),
  ];
  return <>{parts.filter(Boolean).join(" ")}</>;
}
