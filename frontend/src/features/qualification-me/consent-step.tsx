import { Box, Button, Checkbox, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { MyQualification } from "@/api/hits";
import { ErrorNotice } from "@/components/error-notice";
import { Markdown } from "@/components/markdown";
import { agreeToConsent, myQualificationQuery } from "@/lib/queries/qualification";
import { workQuery } from "@/lib/queries/work";
import { Step } from "./step";

interface ConsentStepProps {
  projectId: number;
  consent: NonNullable<MyQualification["consent"]>;
  isNext: boolean;
}

/** The text in full, and an act of one's own: nothing is ticked beforehand. */
export function ConsentStep({ projectId, consent, isNext }: ConsentStepProps) {
  const { t } = useTranslation("qualify");
  const client = useQueryClient();
  const [isRead, setRead] = useState(false);
  const agree = useMutation({
    mutationFn: () => agreeToConsent(projectId, consent.version),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: myQualificationQuery(projectId).queryKey }),
        client.invalidateQueries({ queryKey: workQuery.queryKey }),
      ]),
  });
  const state = consent.agreed ? "done" : isNext ? "next" : "later";
  return (
    <Step title={t("consent.title")} state={state}>
      <Stack gap="sm">
        {!consent.agreed && <Text size="sm">{t("consent.text")}</Text>}
        <Box
          component={consent.agreed ? "details" : "div"}
          p={consent.agreed ? 0 : "md"}
          bg={consent.agreed ? undefined : "var(--app-sunken)"}
          style={{ borderRadius: "var(--mantine-radius-sm)" }}
        >
          {consent.agreed && (
            <Text component="summary" size="sm">
              {t("consent.done", { version: consent.version })}
            </Text>
          )}
          <Markdown source={consent.body} />
          <Text size="xs" c="dimmed" mt="sm">
            {t("consent.version", { version: consent.version })}
          </Text>
        </Box>
        {!consent.agreed && (
          <>
            <Checkbox
              label={t("consent.check")}
              checked={isRead}
              onChange={(event) => setRead(event.currentTarget.checked)}
            />
            <Box>
              <Button disabled={!isRead} loading={agree.isPending} onClick={() => agree.mutate()}>
                {t("consent.agree")}
              </Button>
            </Box>
          </>
        )}
        {agree.error && <ErrorNotice error={agree.error} />}
      </Stack>
    </Step>
  );
}
