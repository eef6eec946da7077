import { Alert, Badge, Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Channel, MagicLink } from "@/api/crowd";
import { ConfirmButton } from "@/components/confirm-button";
import { CopyField } from "@/components/copy-field";
import { DataTable, type Column } from "@/components/data-table";
import { ErrorNotice } from "@/components/error-notice";
import { QueryView } from "@/components/query-view";
import { formatDate } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { crowdKey, linksQuery, makeLink, withdrawLink } from "./api/crowd";

interface MagicLinksProps {
  projectId: number;
  channel: Channel;
}

/** Personal links: each lets one person in, once. */
export function MagicLinks({ projectId, channel }: MagicLinksProps) {
  const { t } = useTranslation("crowd");
  const query = useQuery(linksQuery(projectId, channel.id));
  return (
    <Stack gap="sm">
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t("links.none")}
            </Text>
          ) : (
            <LinkTable projectId={projectId} channel={channel} links={page.results} />
          )
        }
      </QueryView>
      <NewLinkForm projectId={projectId} channel={channel} />
    </Stack>
  );
}

function LinkTable({ projectId, channel, links }: MagicLinksProps & { links: MagicLink[] }) {
  const { t } = useTranslation("crowd");
  const client = useQueryClient();
  const columns: Column<MagicLink>[] = [
    {
      key: "name",
      header: t("links.name"),
      label: "",
      render: (link) => link.name || link.email || t("links.unnamed"),
    },
    { key: "email", header: t("links.email"), render: (link) => link.email },
    {
      key: "state",
      header: t("links.state"),
      render: (link) => {
        if (link.used_at) return <Badge color="accent">{t("links.used", { date: formatDate(link.used_at) })}</Badge>;
        return <Badge color="gray">{t("links.until", { date: formatDate(link.expires_at) })}</Badge>;
      },
    },
    {
      key: "mailed",
      header: t("links.mailed"),
      render: (link) => <Mailed link={link} />,
    },
    {
      key: "act",
      header: "",
      label: "",
      end: true,
      render: (link) =>
        !link.used_at && (
          <ConfirmButton
            size="xs"
            variant="subtle"
            color="red"
            title={t("links.withdraw_title")}
            text={t("links.withdraw_text")}
            confirmLabel={t("links.withdraw")}
            onConfirm={async () => {
              await withdrawLink(projectId, channel.id, link.id);
              await client.invalidateQueries({ queryKey: crowdKey(projectId) });
            }}
          >
            {t("links.withdraw")}
          </ConfirmButton>
        ),
    },
  ];
  return <DataTable name={t("links.title")} columns={columns} rows={links} rowKey={({ id }) => id} />;
}

function Mailed({ link }: { link: MagicLink }) {
  const { t } = useTranslation("crowd");
  if (link.mailed_at) return formatDate(link.mailed_at);
  if (link.mail === "sending") return t("links.sending");
  return t(link.mail === "failed" ? "links.failed" : "links.not_mailed");
}

function NewLinkForm({ projectId, channel }: MagicLinksProps) {
  const { t } = useTranslation("crowd");
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [send, setSend] = useState(false);
  const make = useMutation({
    mutationFn: (wanted: { name: string; email: string; send: boolean }) => makeLink(projectId, channel.id, wanted),
    onSuccess: async () => {
      setName("");
      setEmail("");
      notifyDone(t("links.made"));
      await client.invalidateQueries({ queryKey: crowdKey(projectId) });
    },
  });
  return (
    <form
      noValidate
      aria-label={t("links.new")}
      onSubmit={(event) => {
        event.preventDefault();
        const address = email.trim();
        make.mutate({ name: name.trim(), email: address, send: send && address !== "" });
      }}
    >
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t("links.name")}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={t("links.email")}
            type="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={make.isPending}>
            {t("links.make")}
          </Button>
        </Group>
        <Checkbox
          label={t("links.send")}
          disabled={email.trim() === ""}
          checked={send}
          onChange={(event) => setSend(event.currentTarget.checked)}
        />
        {make.error && <ErrorNotice error={make.error} />}
        {make.data && (
          <Alert role="status" color="accent" title={t("links.once")}>
            <CopyField label={t("links.link")} value={make.data.url} />
            {make.variables.send && (
              <Text size="sm" mt="xs">
                {t(make.data.mail === "none" ? "links.mail_failed" : "links.mailing")}
              </Text>
            )}
          </Alert>
        )}
      </Stack>
    </form>
  );
}
