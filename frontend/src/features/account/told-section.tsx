import { NativeSelect, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Choice } from "@/api/notifications";
import { DataTable } from "@/components/data-table";
import { ErrorNotice } from "@/components/error-notice";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { choicesQuery, useChoose } from "@/lib/queries/notifications";

const MAILS = ["at_once", "daily", "none"] as const;

/** Of which kinds of things one is told, and how. */
export function ToldSection() {
  const { t } = useTranslation("notifications");
  const query = useQuery(choicesQuery);
  const choose = useChoose();
  const { mail_is_set_up: mailIsSetUp, address } = query.data ?? {};
  const mayMail = Boolean(mailIsSetUp && address);
  const description = !query.data
    ? undefined
    : mayMail
      ? t("told.text", { address })
      : t(mailIsSetUp ? "told.no_address" : "told.no_mail");
  // What was just chosen is shown at once.
  const asChosen = (choice: Choice): Choice =>
    choose.isPending && choose.variables.kind === choice.kind ? { ...choice, ...choose.variables } : choice;
  return (
    <Section title={t("told.title")} description={description}>
      {choose.error && <ErrorNotice error={choose.error} />}
      <QueryView query={query}>
        {({ choices }) => (
          <DataTable
            name={t("told.title")}
            rows={choices.map(asChosen)}
            rowKey={({ kind }) => kind}
            columns={[
              {
                key: "kind",
                header: t("told.kind"),
                label: "",
                render: ({ kind }) => (
                  <Text fz="inherit" fw={550}>
                    {t(`kind.${kind}`)}
                  </Text>
                ),
              },
              {
                key: "is_shown",
                header: t("told.is_shown"),
                render: ({ kind, is_shown: isShown }) => (
                  <Switch
                    checked={isShown}
                    aria-label={t("told.shown_label", { kind: t(`kind.${kind}`) })}
                    onChange={(event) => choose.mutate({ kind, is_shown: event.currentTarget.checked })}
                  />
                ),
              },
              {
                key: "mail",
                header: t("told.mail"),
                render: ({ kind, mail }) => (
                  <NativeSelect
                    size="xs"
                    w={150}
                    disabled={!mayMail}
                    value={mail}
                    aria-label={t("told.mail_label", { kind: t(`kind.${kind}`) })}
                    data={MAILS.map((value) => ({ value, label: t(`mail.${value}`) }))}
                    onChange={({ currentTarget: { value } }) => {
                      const chosen = MAILS.find((each) => each === value);
                      if (chosen) choose.mutate({ kind, mail: chosen });
                    }}
                  />
                ),
              },
            ]}
          />
        )}
      </QueryView>
    </Section>
  );
}
