import { Alert, Checkbox, Select, Stack, Text } from "@mantine/core";
import { IconSnowflake } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ReleasePreview } from "@/api/releases";
import { ErrorNotice } from "@/components/error-notice";
import { LeftOut } from "@/components/left-out";
import { useFormatWords } from "@/components/use-format-words";
import { previewQuery } from "./api/releases";
import { ALWAYS, offered, type ReleaseDraft } from "./use-release-draft";

const SPLITS = ["train", "val", "test"] as const;

interface ReleaseContentProps {
  projectId: number;
  known: ReleasePreview;
  draft: ReleaseDraft;
  onChange: (changes: Partial<ReleaseDraft>) => void;
}

/** Which samples, in which formats, and what that comes to now. */
export function ReleaseContent({ projectId, known, draft, onChange }: ReleaseContentProps) {
  const { t } = useTranslation("releases");
  const { t: exports } = useTranslation("exports");
  return (
    <>
      <Checkbox
        label={exports("new.only_approved")}
        description={exports("new.only_approved_hint")}
        checked={draft.only_approved}
        onChange={(event) => onChange({ only_approved: event.currentTarget.checked })}
      />
      <Select
        label={exports("new.split")}
        maw={240}
        placeholder={exports("new.all_splits")}
        clearable
        data={SPLITS}
        value={draft.split || null}
        onChange={(split) => onChange({ split: SPLITS.find((each) => each === split) ?? "" })}
      />
      <Preview projectId={projectId} draft={draft} />
      <Checkbox.Group
        label={t("new.formats")}
        description={t("new.formats_hint")}
        value={draft.formats}
        onChange={(chosen) => onChange({ formats: offered(known).filter((name) => chosen.includes(name)) })}
      >
        <Formats known={known} />
      </Checkbox.Group>
    </>
  );
}

function Formats({ known }: { known: ReleasePreview }) {
  const wordsOf = useFormatWords();
  return (
    <Stack gap="sm" mt="xs">
      {offered(known).map((name) => (
        <Checkbox
          key={name}
          value={name}
          disabled={name === ALWAYS}
          label={wordsOf(name).label}
          description={wordsOf(name).hint}
        />
      ))}
    </Stack>
  );
}

function Preview({ projectId, draft }: { projectId: number; draft: ReleaseDraft }) {
  const { t } = useTranslation("releases");
  const { only_approved, split } = draft;
  const { data, error, refetch } = useQuery(previewQuery(projectId, { only_approved, split }));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Alert
      role="status"
      color={data.samples > 0 ? "accent" : "yellow"}
      icon={<IconSnowflake size={18} aria-hidden />}
      title={t("new.preview", { count: data.samples })}
    >
      {data.samples === 0 && <Text size="sm">{t("new.preview_none")}</Text>}
      <LeftOut counts={data.left_out} />
    </Alert>
  );
}
