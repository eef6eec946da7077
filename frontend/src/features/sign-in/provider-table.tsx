import { Badge, Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { IdentityProvider } from "@/api/sso";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { ErrorNotice } from "@/components/error-notice";
import { notifyDone } from "@/lib/notify";
import { messageOf } from "@/lib/server-messages";
import { deleteProvider, providersKey, tryProvider } from "./api/providers";

/** The last provider that was tried, by its key. */
type Trial = UseMutationResult<Awaited<ReturnType<typeof tryProvider>>, Error, string>;

interface ProviderTableProps {
  providers: IdentityProvider[];
  onOpen: (provider: IdentityProvider) => void;
}

export function ProviderTable({ providers, onOpen }: ProviderTableProps) {
  const { t } = useTranslation("sign_in");
  const trial = useMutation({ mutationFn: tryProvider });
  const columns: Column<IdentityProvider>[] = [
    { key: "name", header: t("name"), label: "", render: (row) => <Name provider={row} /> },
    { key: "accounts", header: t("accounts"), render: (row) => <Accounts provider={row} /> },
    { key: "state", header: t("state"), render: (row) => <State provider={row} trial={trial} /> },
    {
      key: "act",
      header: "",
      label: "",
      end: true,
      render: (row) => <Acts provider={row} trial={trial} onOpen={onOpen} />,
    },
  ];
  return <DataTable name={t("table")} columns={columns} rows={providers} rowKey={({ key }) => key} />;
}

function Name({ provider: { name, issuer } }: { provider: IdentityProvider }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {issuer}
      </Text>
    </div>
  );
}

function Accounts({ provider }: { provider: IdentityProvider }) {
  const { t } = useTranslation("sign_in");
  const ways = [...(provider.makes_accounts ? [t("makes")] : []), ...(provider.links_by_email ? [t("by_email")] : [])];
  return (
    <div>
      <Text size="sm">{ways.length > 0 ? ways.join(" · ") : t("asks")}</Text>
      {provider.rules.length > 0 && (
        <Text size="xs" c="dimmed">
          {t("rules_count", { count: provider.rules.length })}
        </Text>
      )}
    </div>
  );
}

interface TriedProps {
  provider: IdentityProvider;
  trial: Trial;
}

/** Whether people see it, and on demand whether it answers. */
function State({ provider: { key, is_active, is_deployed }, trial }: TriedProps) {
  const { t } = useTranslation("sign_in");
  const isTried = trial.variables === key;
  return (
    <div>
      <Group gap="xs">
        <Badge color={is_active ? "accent" : "yellow"} miw="max-content">
          {t(is_active ? "on" : "off")}
        </Badge>
        {is_deployed && (
          <Badge color="gray" miw="max-content">
            {t("deployed")}
          </Badge>
        )}
      </Group>
      <div role="status">
        {isTried && trial.data && (
          <>
            <Text size="xs" mt={4} fw={600} c={trial.data.works ? "var(--app-good)" : "var(--mantine-color-error)"}>
              {t(trial.data.works ? "works" : "works_not")}
            </Text>
            {trial.data.findings.map((finding) => (
              <Text key={finding.message} size="xs" mt={4} maw="48ch" style={{ overflowWrap: "anywhere" }}>
                {messageOf(finding)}
              </Text>
            ))}
          </>
        )}
      </div>
      {isTried && trial.error && <ErrorNotice error={trial.error} />}
    </div>
  );
}

function Acts({ provider, trial, onOpen }: TriedProps & Pick<ProviderTableProps, "onOpen">) {
  const { t } = useTranslation("sign_in");
  const client = useQueryClient();
  const { key, name, is_deployed: isDeployed } = provider;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        aria-label={t("try_name", { name })}
        loading={trial.isPending && trial.variables === key}
        onClick={() => trial.mutate(key)}
      >
        {t("try")}
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={t(isDeployed ? "show_name" : "change_name", { name })}
        onClick={() => onOpen(provider)}
      >
        {t(isDeployed ? "show" : "change")}
      </Button>
      {!isDeployed && (
        <ConfirmButton
          size="xs"
          variant="subtle"
          color="red"
          aria-label={t("delete_title", { name })}
          title={t("delete_title", { name })}
          text={t("delete_text")}
          confirmLabel={t("delete")}
          onConfirm={async () => {
            await deleteProvider(key);
            notifyDone(t("deleted", { name }));
            await client.invalidateQueries({ queryKey: providersKey });
          }}
        >
          {t("delete")}
        </ConfirmButton>
      )}
    </Group>
  );
}
