import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Identity } from "@/api/sso";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { ErrorNotice } from "@/components/error-notice";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { SignInProblem } from "@/components/sign-in-problem";
import { Time } from "@/components/time";
import { notifyDone } from "@/lib/notify";
import { waysQuery } from "@/lib/queries/sign-in";
import { beginLink, identitiesQuery, unlink } from "./api/identities";

/** Accounts at providers by which one signs in; nothing where the installation has no provider. */
export function IdentitySection() {
  const { t } = useTranslation("account");
  const { problem } = useSearch({ from: "/shell/account/security" });
  const providers = useQuery(waysQuery).data?.providers ?? [];
  const query = useQuery(identitiesQuery);
  const begin = useMutation({ mutationFn: beginLink, onSuccess: (address) => window.location.assign(address) });
  if (providers.length === 0 && !query.data?.length) return null;
  const linked = new Set(query.data?.map(({ provider }) => provider));
  return (
    <Section title={t("identities.title")} description={t("identities.text")}>
      <Stack>
        {problem && <SignInProblem problem={problem} title={t("identities.problem_title")} />}
        <QueryView query={query}>
          {(identities) =>
            identities.length === 0 ? (
              <Text c="dimmed" size="sm">
                {t("identities.none")}
              </Text>
            ) : (
              <IdentityTable identities={identities} />
            )
          }
        </QueryView>
        {begin.error && <ErrorNotice error={begin.error} />}
        <Group gap="xs">
          {providers
            .filter(({ key }) => !linked.has(key))
            .map(({ key, name }) => (
              <Button
                key={key}
                variant="default"
                loading={(begin.isPending || begin.isSuccess) && begin.variables === key}
                onClick={() => begin.mutate(key)}
              >
                {t("identities.link", { name })}
              </Button>
            ))}
        </Group>
      </Stack>
    </Section>
  );
}

function IdentityTable({ identities }: { identities: Identity[] }) {
  const { t } = useTranslation("account");
  const client = useQueryClient();
  const columns: Column<Identity>[] = [
    { key: "provider", header: t("identities.provider"), label: "", render: (row) => row.provider_name },
    {
      key: "account",
      header: t("identities.account"),
      render: ({ shown_as: account }) => <span style={{ overflowWrap: "anywhere" }}>{account}</span>,
    },
    { key: "used", header: t("identities.used"), render: ({ used_at: at }) => <Time at={at} /> },
    {
      key: "act",
      header: "",
      label: "",
      end: true,
      render: ({ id, provider_name: name }) => (
        <ConfirmButton
          size="xs"
          variant="default"
          aria-label={t("identities.unlink_title", { name })}
          title={t("identities.unlink_title", { name })}
          text={t("identities.unlink_text")}
          confirmLabel={t("identities.unlink")}
          onConfirm={async () => {
            await unlink(id);
            notifyDone(t("identities.unlinked", { name }));
            await client.invalidateQueries({ queryKey: identitiesQuery.queryKey });
          }}
        >
          {t("identities.unlink")}
        </ConfirmButton>
      ),
    },
  ];
  return <DataTable name={t("identities.title")} columns={columns} rows={identities} rowKey={({ id }) => id} />;
}
