import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Gate } from "@/api/hits";
import { ErrorNotice } from "@/components/error-notice";
import { LinkButton } from "@/components/link-button";
import { Section } from "@/components/section";
import { currentVisit } from "@/lib/crowd-visit";
import { useEndVisit, useTakeVisitWork } from "@/lib/queries/visit";
import { messageOf } from "@/lib/server-messages";

/** People from a crowd platform have no list of work to go to: they take what they came for. */
export function ToVisitWork() {
  const { t } = useTranslation("qualify");
  const take = useTakeVisitWork();
  return (
    <Stack gap="sm" align="center">
      <Button loading={take.isPending} onClick={() => take.mutate()}>
        {t("visit_start")}
      </Button>
      {take.error && <ErrorNotice error={take.error} />}
    </Stack>
  );
}

/** Nothing opens the work any more: the visit ends by itself, and its page has the code for that. */
export function EndOfVisit({ gate }: { gate: Gate }) {
  const { t } = useTranslation("qualify");
  const endVisit = useEndVisit();
  const { mutate, error, isPending } = useMutation({ mutationFn: () => endVisit(gate) });
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate();
  }, [mutate]);
  return (
    <Section title={messageOf(gate)}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t("visit_over")}</Text>
        {error && <ErrorNotice error={error} onRetry={() => mutate()} />}
        <LinkButton
          to="/entered/$participation"
          params={{ participation: currentVisit() ?? "" }}
          variant="default"
          loading={isPending}
        >
          {t("visit_back")}
        </LinkButton>
      </Stack>
    </Section>
  );
}
