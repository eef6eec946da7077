import { Button, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Completion } from "@/api/hits";
import { CopyField } from "./copy-field";

interface CompletionViewProps {
  completion: Completion;
  /** Sends a form off by itself, once: the platform waits for it. */
  isAutomatic?: boolean;
}

/** The last step of somebody who came from a crowd platform: back there, with proof of the work. */
export function CompletionView({ completion, isAutomatic = false }: CompletionViewProps) {
  const { t } = useTranslation("entered");
  const { kind, url, code } = completion;
  if (kind === "none") return null;
  if (kind === "form") return <CompletionForm completion={completion} isAutomatic={isAutomatic} />;
  return (
    <Stack gap="sm" maw={460} w="100%">
      {code && <CopyField label={t("completion.code")} value={code} description={t("completion.code_help")} />}
      {url && (
        <Button component="a" href={url} size="md" rel="noopener">
          {t("completion.continue")}
        </Button>
      )}
    </Stack>
  );
}

function CompletionForm({ completion, isAutomatic }: Required<CompletionViewProps>) {
  const { t } = useTranslation("entered");
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  useEffect(() => {
    if (!isAutomatic || isSent.current) return;
    isSent.current = true;
    form.current?.submit();
  }, [isAutomatic]);
  return (
    <form ref={form} method="post" action={completion.url ?? ""}>
      {Object.entries(completion.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Stack gap="xs" align="center">
        <Text size="sm" c="dimmed">
          {t("completion.form_help")}
        </Text>
        <Button type="submit" size="md">
          {t("completion.submit")}
        </Button>
      </Stack>
    </form>
  );
}
