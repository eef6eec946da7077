import { Badge, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { NamedInvitation, Role } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { FormError } from "@/components/form-error";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { inviteByName, namedInvitationsQuery, withdrawNamedInvitation } from "./api/people";
import { RoleSelect } from "./role-select";

/** People asked by name: the form that asks them, and who has not said yes. */
export function InvitedSection({ projectId }: { projectId: number }) {
  const { t } = useTranslation("people");
  const query = useQuery(namedInvitationsQuery(projectId));
  return (
    <Section title={t("add.title")} description={t("add.text")}>
      <Stack gap="lg">
        <InviteForm projectId={projectId} />
        <QueryView query={query}>
          {(invited) => invited.length > 0 && <InvitedTable projectId={projectId} invited={invited} />}
        </QueryView>
      </Stack>
    </Section>
  );
}

/** A pasted list; names have no spaces, but what stands between spaces may be a person's other names. */
export function namesIn(text: string): string[] {
  const names = text.split(/[\n\r\t,;]+/).map((name) => name.trim());
  return [...new Set(names.filter(Boolean))];
}

const fields = ["usernames", "role"] as const;

function InviteForm({ projectId }: { projectId: number }) {
  const { t } = useTranslation("people");
  const client = useQueryClient();
  const form = useForm<{ usernames: string; role: Role }>({
    initialValues: { usernames: "", role: "annotator" },
    validate: { usernames: (value) => (namesIn(value).length > 0 ? null : t("add.required")) },
  });
  const invite = useMutation({
    mutationFn: ({ usernames, role }: { usernames: string[]; role: Role }) =>
      inviteByName(projectId, { usernames, role }),
    onSuccess: async () => {
      form.reset();
      await client.invalidateQueries({ queryKey: namedInvitationsQuery(projectId).queryKey });
    },
    onError: (error, { usernames }) => form.setErrors(errorsByName(error, usernames)),
  });
  const submit = (values: { usernames: string; role: Role }) =>
    invite.mutate({ ...values, usernames: namesIn(values.usernames) });
  const paths = [...fields, ...(invite.variables?.usernames ?? []).map((_, at) => `usernames[${String(at)}]`)];
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate aria-label={t("add.title")}>
      <Stack gap="sm">
        <Group align="flex-start" gap="sm">
          <Textarea
            label={t("add.usernames")}
            description={t("add.usernames_hint")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            autosize
            minRows={2}
            maxRows={10}
            flex="1 1 260px"
            maw={480}
            {...form.getInputProps("usernames")}
          />
          <RoleSelect
            label={t("add.role")}
            w={160}
            value={form.values.role}
            onChange={(role) => form.setFieldValue("role", role)}
          />
        </Group>
        <Group>
          <Button type="submit" loading={invite.isPending}>
            {t("add.submit")}
          </Button>
        </Group>
        <div role="status">{invite.data && <Invited {...invite.data} />}</div>
        <FormError error={invite.error} names={paths} />
      </Stack>
    </form>
  );
}

/** The server says which name of the list it is; here it stands beside the list, with the name. */
function errorsByName(error: unknown, usernames: readonly string[]): Record<string, string> {
  const paths = usernames.map((_, at) => `usernames[${String(at)}]`);
  const byPath = fieldErrors(error, paths);
  const wrong = usernames.flatMap((name, at) => {
    const message = byPath[paths[at] ?? ""];
    return message ? [`${name}: ${message}`] : [];
  });
  return { ...fieldErrors(error, fields), ...(wrong.length > 0 ? { usernames: wrong.join(" ") } : {}) };
}

function Invited({ invited, members }: { invited: readonly NamedInvitation[]; members: readonly string[] }) {
  const { t } = useTranslation("people");
  return (
    <>
      {invited.length > 0 && <Text size="sm">{t("add.invited", { count: invited.length })}</Text>}
      {members.length > 0 && (
        <Text size="sm">{t("add.members", { count: members.length, names: members.join(", ") })}</Text>
      )}
    </>
  );
}

function InvitedTable({ projectId, invited }: { projectId: number; invited: NamedInvitation[] }) {
  const { t } = useTranslation("people");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const withdraw = async (invitation: NamedInvitation) => {
    await withdrawNamedInvitation(projectId, invitation.id);
    notifyDone(t("add.withdrawn", { name: invitation.username }));
    await client.invalidateQueries({ queryKey: namedInvitationsQuery(projectId).queryKey });
  };
  const columns: Column<NamedInvitation>[] = [
    { key: "name", header: t("add.username"), label: "", render: ({ username }) => <Text fw={550}>{username}</Text> },
    { key: "role", header: t("members.role"), render: ({ role }) => common(`role.${role}`) },
    {
      key: "state",
      header: t("add.answer"),
      render: ({ declined_at }) => (
        <Badge color={declined_at ? "orange" : "gray"}>{declined_at ? t("add.declined") : t("add.waiting")}</Badge>
      ),
    },
    { key: "asked", header: t("add.asked"), render: ({ created_at }) => <Time at={created_at} /> },
    {
      key: "actions",
      header: "",
      label: "",
      end: true,
      render: (invitation) => (
        <ConfirmButton
          size="xs"
          variant="subtle"
          color="red"
          title={t("add.withdraw_title", { name: invitation.username })}
          text={t("add.withdraw_text")}
          confirmLabel={t("add.withdraw")}
          onConfirm={() => withdraw(invitation)}
        >
          {t("add.withdraw")}
        </ConfirmButton>
      ),
    },
  ];
  return <DataTable name={t("add.table")} columns={columns} rows={invited} rowKey={({ id }) => id} />;
}
