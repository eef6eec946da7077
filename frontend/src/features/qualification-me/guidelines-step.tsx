import { Box, Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { MyQualification } from "@/api/hits";
import { ErrorNotice } from "@/components/error-notice";
import { Markdown } from "@/components/markdown";
import { useMarkGuidelinesRead } from "@/lib/queries/guidelines";
import { Step } from "./step";

interface GuidelinesStepProps {
  projectId: number;
  guidelines: NonNullable<MyQualification["guidelines"]>;
  isNext: boolean;
  /** Goes to the task, where nothing else is left to do before it. */
  onRead: () => Promise<unknown>;
}

/** The text in full and one act below it, which leads on to the task. */
export function GuidelinesStep({ projectId, guidelines, isNext, onRead }: GuidelinesStepProps) {
  const { t } = useTranslation("qualify");
  const { version, body, read } = guidelines;
  const mark = useMarkGuidelinesRead(projectId);
  const confirm = useMutation({
    mutationFn: async () => {
      await mark.mutateAsync(version);
      await onRead();
    },
  });
  return (
    <Step title={t("guidelines.title")} state={read ? "done" : isNext ? "next" : "later"}>
      <Stack gap="sm">
        {!read && <Text size="sm">{t("guidelines.text")}</Text>}
        <Box
          component={read ? "details" : "div"}
          p={read ? 0 : "md"}
          bg={read ? undefined : "var(--app-sunken)"}
          style={{ borderRadius: "var(--mantine-radius-sm)" }}
        >
          {read && (
            <Text component="summary" size="sm">
              {t("guidelines.done", { version })}
            </Text>
          )}
          <Markdown source={body} />
        </Box>
        {isNext && (
          <Box>
            <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
              {t("guidelines.confirm")}
            </Button>
          </Box>
        )}
        {confirm.error && <ErrorNotice error={confirm.error} />}
      </Stack>
    </Step>
  );
}
