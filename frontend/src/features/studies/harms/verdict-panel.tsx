import { Button, Group, Kbd, Stack, Text, Textarea } from "@mantine/core";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { HarmCase, HarmVerdictName } from "@/api/harms";
import { growing } from "@/components/growing";
import { personName } from "@/lib/people";
import { VERDICTS } from "./names";

interface VerdictPanelProps {
  item: HarmCase;
  note: string;
  field: RefObject<HTMLTextAreaElement | null>;
  busy: boolean;
  onNote: (note: string) => void;
  onVerdict: (verdict: HarmVerdictName | null) => void;
}

/** What the reader says of a case, and why. */
export function VerdictPanel({ item, note, field, busy, onNote, onVerdict }: VerdictPanelProps) {
  const { t } = useTranslation("harms");
  return (
    <Stack component="section" gap="sm" aria-label={t("verdict.title")}>
      <Text size="sm" role="status">
        {item.verdict
          ? t("verdict.now", {
              verdict: t(`verdict.${item.verdict}`),
              name: item.decided_by ? personName(item.decided_by) : t("verdict.somebody"),
            })
          : t("verdict.unread")}
      </Text>
      <Group gap="xs">
        {VERDICTS.map((verdict, at) => (
          <Button
            key={verdict}
            variant={item.verdict === verdict ? "light" : "default"}
            aria-pressed={item.verdict === verdict}
            aria-keyshortcuts={String(at + 1)}
            disabled={busy}
            rightSection={
              <Kbd size="xs" aria-hidden className="for-keys">
                {at + 1}
              </Kbd>
            }
            onClick={() => onVerdict(verdict)}
          >
            {t(`verdict.${verdict}`)}
          </Button>
        ))}
        {item.verdict && (
          <Button variant="subtle" aria-keyshortcuts="U" disabled={busy} onClick={() => onVerdict(null)}>
            {t("verdict.take_back")}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {t("verdict.hint")}
      </Text>
      <Textarea
        ref={field}
        label={t("verdict.note")}
        maxLength={2000}
        maw={640}
        {...growing(2, 8)}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
      />
    </Stack>
  );
}
