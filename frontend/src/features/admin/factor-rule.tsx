import { Button, Group } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ConfirmButton } from "@/components/confirm-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { notifyDone } from "@/lib/notify";
import { factorRuleQuery, setFactorRule } from "./api/users";

const CHOICES = ["nobody", "leads", "everybody"] as const;

/** Of whom a second factor is asked. A change may sign people out, so it asks first. */
export function FactorRule() {
  const { t } = useTranslation("admin");
  const client = useQueryClient();
  const query = useQuery(factorRuleQuery);
  const choose = async (required_for: (typeof CHOICES)[number]) => {
    client.setQueryData(factorRuleQuery.queryKey, await setFactorRule({ required_for }));
    notifyDone(t("factor.saved"));
  };
  return (
    <Section title={t("factor.rule")} description={t("factor.rule_text")}>
      <QueryView query={query}>
        {({ required_for }) => (
          <Group gap="xs" role="group" aria-label={t("factor.rule")}>
            {CHOICES.map((choice) =>
              choice === required_for ? (
                // Light: what holds is no act to press, as the filled button of a page is.
                <Button key={choice} variant="light" aria-pressed leftSection={<IconCheck size={16} aria-hidden />}>
                  {t(`factor.for.${choice}`)}
                </Button>
              ) : (
                <ConfirmButton
                  key={choice}
                  danger={choice !== "nobody"}
                  title={t("factor.ask_title", { who: t(`factor.for.${choice}`) })}
                  text={t("factor.rule_text")}
                  confirmLabel={t(`factor.for.${choice}`)}
                  onConfirm={() => choose(choice)}
                >
                  {t(`factor.for.${choice}`)}
                </ConfirmButton>
              ),
            )}
          </Group>
        )}
      </QueryView>
    </Section>
  );
}
