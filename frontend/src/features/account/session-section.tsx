import { Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ConfirmButton } from "@/components/confirm-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { SessionTable } from "@/components/session-table";
import { notifyDone } from "@/lib/notify";
import { endOtherSessions, endSession, sessionsQuery } from "./api/account";

/** Where one is signed in. */
export function SessionSection() {
  const { t } = useTranslation("account");
  const client = useQueryClient();
  const query = useQuery(sessionsQuery);
  const after = async (said: string) => {
    notifyDone(said);
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
  const end = async (sessionId: number) => {
    await endSession(sessionId);
    await after(t("sessions.ended"));
  };
  const endOthers = async () => {
    await endOtherSessions();
    await after(t("sessions.all_ended"));
  };
  return (
    <Section title={t("sessions.title")} description={t("sessions.text")}>
      <QueryView query={query}>
        {(sessions) => (
          <Stack align="flex-start">
            <SessionTable sessions={sessions} onEnd={({ id }) => end(id)} />
            {sessions.some((session) => !session.is_this_one) && (
              <ConfirmButton
                title={t("sessions.all_title")}
                text={t("sessions.all_text")}
                confirmLabel={t("sessions.all")}
                onConfirm={endOthers}
              >
                {t("sessions.all")}
              </ConfirmButton>
            )}
          </Stack>
        )}
      </QueryView>
    </Section>
  );
}
