import { Code, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ReleaseDetail } from "@/api/releases";
import { CopyField } from "@/components/copy-field";
import { LeftOut } from "@/components/left-out";
import { Stat, Stats } from "@/components/stat";
import { useFormatWords } from "@/components/use-format-words";
import { formatBytes, formatDateTime, formatNumber } from "@/lib/format";
import { CopyText } from "./digest";

/** What is in it, under which licence, and how it is named in a paper. */
export function ReleaseFacts({ release }: { release: ReleaseDetail }) {
  const { t } = useTranslation("releases");
  const { t: exports } = useTranslation("exports");
  const wordsOf = useFormatWords();
  const scope = [
    release.only_approved && exports("new.only_approved"),
    release.split && t("facts.split", { split: release.split }),
  ].filter(Boolean);
  return (
    <Stack>
      {release.frozen_at && (
        <Stats>
          <Stat label={t("list.samples")} value={formatNumber(release.samples)} hint={scope.join(" · ")} />
          <Stat label={t("list.size")} value={formatBytes(release.size_bytes)} />
          <Stat label={t("state.frozen")} value={formatDateTime(release.frozen_at)} />
        </Stats>
      )}
      <LeftOut counts={release.left_out} />
      <Text size="sm">
        {t("facts.formats", { formats: release.formats.map((name) => wordsOf(name).label).join(", ") })}
      </Text>
      <Text size="sm">
        {release.licence ? t("facts.licence", { licence: release.licence }) : t("facts.no_licence")}
      </Text>
      {release.digest && (
        <CopyField label={t("list.digest")} description={t("facts.digest_hint")} value={release.digest} />
      )}
      {release.citation && <Citation text={release.citation} />}
    </Stack>
  );
}

function Citation({ text }: { text: string }) {
  const { t } = useTranslation("releases");
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={550}>
          {t("new.citation")}
        </Text>
        <CopyText text={text} label={t("facts.copy_citation")} />
      </Group>
      <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {text}
      </Code>
    </div>
  );
}
