import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { OwnInvitation } from "@/api/types";
import { formatRelative } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { personName } from "@/lib/people";
import { acceptOwnInvitation, declineOwnInvitation, ownInvitationsQuery } from "@/lib/queries/own-invitations";
import { ErrorNotice } from "./error-notice";

/** Projects one is asked to join; nothing where there are none. */
export function OwnInvitations() {
  const { data = [] } = useQuery(ownInvitationsQuery);
  if (data.length === 0) return null;
  return (
    <Stack mb="lg">
      {data.map((invitation) => (
        <Question key={invitation.id} invitation={invitation} />
      ))}
    </Stack>
  );
}

function Question({ invitation }: { invitation: OwnInvitation }) {
  const { t } = useTranslation("work");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const project = invitation.project.name;
  const answer = useMutation({
    mutationFn: async (accepts: boolean) => {
      await (accepts ? acceptOwnInvitation(invitation.id) : declineOwnInvitation(invitation.id));
      return accepts;
    },
    onSuccess: async (accepts) => {
      notifyDone(t(accepts ? "invited.joined" : "invited.declined", { project }));
      if (accepts) {
        await Promise.all([
          client.invalidateQueries({ queryKey: ["work"] }),
          client.invalidateQueries({ queryKey: ["projects"] }),
        ]);
      }
    },
    // Also after a refusal: then it was withdrawn, and the question is no longer there.
    onSettled: () => client.invalidateQueries({ queryKey: ownInvitationsQuery.queryKey }),
  });
  const title = t("invited.title", { project });
  return (
    <Alert component="section" role="region" aria-label={title} icon={<IconMail size={18} aria-hidden />} title={title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t("invited.text", {
            name: personName(invitation.invited_by),
            role: common(`role.${invitation.role}`),
            when: formatRelative(invitation.created_at),
          })}
        </Text>
        {answer.error && <ErrorNotice error={answer.error} />}
        <Group gap="xs">
          <Button
            aria-label={t("invited.accept_name", { project })}
            loading={answer.isPending && answer.variables}
            disabled={answer.isPending}
            onClick={() => answer.mutate(true)}
          >
            {t("invited.accept")}
          </Button>
          <Button
            variant="default"
            aria-label={t("invited.decline_name", { project })}
            loading={answer.isPending && !answer.variables}
            disabled={answer.isPending}
            onClick={() => answer.mutate(false)}
          >
            {t("invited.decline")}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
