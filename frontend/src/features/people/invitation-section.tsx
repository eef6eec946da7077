import { Alert, Button, Group, NumberInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Invitation } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { CopyField } from "@/components/copy-field";
import { DataTable, type Column } from "@/components/data-table";
import { ErrorNotice } from "@/components/error-notice";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { formatDate, formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import {
  createInvitation,
  invitationsQuery,
  renewInvitation,
  revokeInvitation,
  type InvitationTerms,
} from "./api/people";
import { RoleSelect } from "./role-select";

export function InvitationSection({ projectId }: { projectId: number }) {
  const { t } = useTranslation("people");
  const query = useQuery(invitationsQuery(projectId));
  return (
    <Section title={t("invite.title")} description={t("invite.text")}>
      <Stack gap="lg">
        <NewInvitationForm projectId={projectId} />
        <QueryView query={query}>
          {(invitations) =>
            invitations.length === 0 ? (
              <Text c="dimmed" size="sm">
                {t("invite.none")}
              </Text>
            ) : (
              <InvitationTable projectId={projectId} invitations={invitations} />
            )
          }
        </QueryView>
      </Stack>
    </Section>
  );
}

/** The server sends a path; people need the whole address. */
function wholeAddress(url: string): string {
  return new URL(url, window.location.origin).toString();
}

function NewInvitationForm({ projectId }: { projectId: number }) {
  const { t } = useTranslation("people");
  const client = useQueryClient();
  const form = useForm<InvitationTerms>({
    initialValues: { role: "annotator", expires_in_days: 14, uses: 1 },
  });
  const create = useMutation({
    mutationFn: (terms: InvitationTerms) => createInvitation(projectId, terms),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsQuery(projectId).queryKey }),
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <Stack>
        <Group align="flex-end" gap="sm">
          <RoleSelect
            label={t("invite.role")}
            w={160}
            value={form.values.role}
            onChange={(role) => form.setFieldValue("role", role)}
          />
          <NumberInput
            label={t("invite.days")}
            w={130}
            min={1}
            max={365}
            allowDecimal={false}
            {...form.getInputProps("expires_in_days")}
          />
          <NumberInput
            label={t("invite.uses")}
            w={140}
            min={1}
            max={1000}
            allowDecimal={false}
            {...form.getInputProps("uses")}
          />
          <Button type="submit" loading={create.isPending}>
            {t("invite.submit")}
          </Button>
        </Group>
        {create.error && <ErrorNotice error={create.error} />}
        <div role="status">
          {create.data && (
            <Alert color="accent">
              <CopyField
                label={t("invite.link")}
                description={t("invite.link_hint")}
                value={wholeAddress(create.data.url)}
              />
            </Alert>
          )}
        </div>
      </Stack>
    </form>
  );
}

function InvitationTable({ projectId, invitations }: { projectId: number; invitations: Invitation[] }) {
  const { t } = useTranslation("people");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const revoke = async (invitation: Invitation) => {
    await revokeInvitation(projectId, invitation.id);
    notifyDone(t("invite.revoked"));
    await client.invalidateQueries({ queryKey: invitationsQuery(projectId).queryKey });
  };
  const [renewed, setRenewed] = useState<string | null>(null);
  const renew = async (invitation: Invitation) => {
    const { url } = await renewInvitation(projectId, invitation.id);
    setRenewed(wholeAddress(url));
  };
  const columns: Column<Invitation>[] = [
    { key: "role", header: t("invite.role"), render: (invitation) => common(`role.${invitation.role}`) },
    { key: "created", header: t("invite.created"), render: (invitation) => <Time at={invitation.created_at} /> },
    { key: "expires", header: t("invite.expires"), render: (invitation) => formatDate(invitation.expires_at) },
    {
      key: "uses",
      header: t("invite.uses_left"),
      end: true,
      render: (invitation) => formatNumber(invitation.uses_left),
    },
    {
      key: "actions",
      header: "",
      label: "",
      end: true,
      render: (invitation) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <ConfirmButton
            size="xs"
            danger={false}
            title={t("invite.renew_title")}
            text={t("invite.renew_text")}
            confirmLabel={t("invite.renew")}
            onConfirm={() => renew(invitation)}
          >
            {t("invite.renew")}
          </ConfirmButton>
          <ConfirmButton
            size="xs"
            variant="subtle"
            color="red"
            title={t("invite.revoke_title")}
            text={t("invite.revoke_text")}
            confirmLabel={t("invite.revoke")}
            onConfirm={() => revoke(invitation)}
          >
            {t("invite.revoke")}
          </ConfirmButton>
        </Group>
      ),
    },
  ];
  return (
    <Stack gap="sm">
      <div role="status">
        {renewed && (
          <Alert color="accent">
            <CopyField label={t("invite.renewed")} description={t("invite.link_hint")} value={renewed} />
          </Alert>
        )}
      </div>
      <DataTable name={t("invite.table")} columns={columns} rows={invitations} rowKey={(invitation) => invitation.id} />
    </Stack>
  );
}
