import { Alert, Badge, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Enrolled, Passkey, SecondFactors } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { Dialog } from "@/components/dialog";
import { QueryView } from "@/components/query-view";
import { AppSetup } from "@/components/second-factor/app-setup";
import { FactorError } from "@/components/second-factor/factor-error";
import { PasskeySetup } from "@/components/second-factor/passkey-setup";
import { RecoveryCodes } from "@/components/second-factor/recovery-codes";
import { Section } from "@/components/section";
import { notifyDone } from "@/lib/notify";
import { hasPasskeys } from "@/lib/passkeys";
import {
  addPasskey,
  beginApp,
  makeRecoveryCodes,
  removeApp,
  removePasskey,
  renamePasskey,
  secondFactorsQuery,
} from "@/lib/queries/second-factors";
import { messageOf } from "@/lib/server-messages";
import { sessionsQuery } from "./api/account";
import { PasskeyTable } from "./passkey-table";
import { useConfirmed } from "./use-confirmed";

type Run = ReturnType<typeof useConfirmed>["run"];

interface PartProps {
  factors: SecondFactors;
  run: Run;
  /** Says what was done, and shows recovery codes where there are new ones. */
  onDone: (said: string, codes?: string[]) => Promise<void>;
}

/** What stands behind one's password: an app, passkeys, recovery codes. */
export function FactorSection() {
  const { t } = useTranslation("account");
  const { t: auth } = useTranslation("auth");
  const client = useQueryClient();
  const query = useQuery(secondFactorsQuery);
  const { run, dialog } = useConfirmed();
  const [codes, setCodes] = useState<string[]>([]);
  const onDone = async (said: string, fresh: string[] = []) => {
    notifyDone(said);
    setCodes(fresh);
    await client.invalidateQueries({ queryKey: secondFactorsQuery.queryKey });
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
  return (
    <Section title={t("factors.title")} description={t("factors.text")} anchor="second-factor">
      <QueryView query={query}>
        {(factors) => (
          <Stack gap="lg">
            <State factors={factors} />
            <AppPart factors={factors} run={run} onDone={onDone} />
            <PasskeyPart factors={factors} run={run} onDone={onDone} />
            <CodesPart factors={factors} run={run} onDone={onDone} />
          </Stack>
        )}
      </QueryView>
      {dialog}
      <Dialog
        opened={codes.length > 0}
        onClose={() => setCodes([])}
        closeOnClickOutside={false}
        title={auth("factor.codes_title")}
      >
        <RecoveryCodes codes={codes} onKept={() => setCodes([])} />
      </Dialog>
    </Section>
  );
}

const hasFactor = ({ app, passkeys }: SecondFactors) => app !== null || passkeys.length > 0;

function State({ factors }: { factors: SecondFactors }) {
  const { t } = useTranslation("account");
  if (factors.is_needed) return <Text size="sm">{t("factors.needed")}</Text>;
  return hasFactor(factors) ? null : <Text size="sm">{t("factors.none")}</Text>;
}

function AppPart({ factors, run, onDone }: PartProps) {
  const { t } = useTranslation("account");
  const { t: auth } = useTranslation("auth");
  const begin = useMutation({ mutationFn: () => run(beginApp) });
  const ready = (enrolled: Enrolled) => {
    begin.reset();
    void onDone(auth("factor.app_ready"), enrolled.recovery_codes);
  };
  const remove = async () => {
    await run(removeApp);
    await onDone(t("factors.removed"));
  };
  return (
    <Stack gap="xs">
      <Group gap={8}>
        <Title order={3}>{auth("factor.app")}</Title>
        {factors.app && <Badge color="accent">{t("factors.made")}</Badge>}
      </Group>
      <Text size="sm" c="dimmed">
        {auth("factor.app_text")}
      </Text>
      <FactorError error={begin.error} />
      <Group gap="xs">
        <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
          {auth(factors.app ? "factor.app_again" : "factor.app_set")}
        </Button>
        {factors.app && (
          <ConfirmButton
            variant="subtle"
            color="red"
            title={t("factors.app_remove_title")}
            text={t("factors.remove_text")}
            confirmLabel={t("factors.remove")}
            onConfirm={remove}
          >
            {t("factors.remove")}
          </ConfirmButton>
        )}
      </Group>
      <Dialog opened={begin.data !== undefined} onClose={begin.reset} title={auth("factor.app_set")}>
        {begin.data && <AppSetup app={begin.data} onReady={ready} />}
      </Dialog>
    </Stack>
  );
}

function PasskeyPart({ factors, run, onDone }: PartProps) {
  const { t } = useTranslation("account");
  const { t: auth } = useTranslation("auth");
  const add = useMutation({
    mutationFn: (name: string) => run(() => addPasskey(name)),
    onSuccess: (enrolled, name) => onDone(auth("factor.passkey_ready", { name }), enrolled.recovery_codes),
  });
  const remove = async ({ id }: Passkey) => {
    await run(() => removePasskey(id));
    await onDone(t("factors.removed"));
  };
  const rename = async ({ id }: Passkey, name: string) => {
    await run(() => renamePasskey(id, name));
    await onDone(t("factors.renamed", { name }));
  };
  const { no_passkeys, passkeys } = factors;
  return (
    <Stack gap="xs">
      <Title order={3}>{auth("factor.passkeys")}</Title>
      <Text size="sm" c="dimmed">
        {auth("factor.passkey_text")}
      </Text>
      {passkeys.length > 0 && <PasskeyTable passkeys={passkeys} onRename={rename} onRemove={remove} />}
      <FactorError error={add.error} />
      {no_passkeys || !hasPasskeys() ? (
        <Alert color="gray">{no_passkeys ? messageOf(no_passkeys) : auth("factor.passkey_unknown")}</Alert>
      ) : (
        <PasskeySetup key={passkeys.length} isBusy={add.isPending} onAdd={(name) => add.mutate(name)} />
      )}
    </Stack>
  );
}

function CodesPart({ factors, run, onDone }: PartProps) {
  const { t } = useTranslation("account");
  if (!hasFactor(factors)) return null;
  const make = async () => {
    const codes = await run(makeRecoveryCodes);
    await onDone(t("factors.codes"), codes);
  };
  return (
    <Stack gap="xs" align="flex-start">
      <Title order={3}>{t("factors.codes")}</Title>
      <Text size="sm" {...(factors.recovery_codes_left < 3 ? { fw: 600 } : { c: "dimmed" })}>
        {t("factors.left", { count: factors.recovery_codes_left })}
      </Text>
      <ConfirmButton
        title={t("factors.codes_new_title")}
        text={t("factors.codes_new_text")}
        confirmLabel={t("factors.codes_new")}
        onConfirm={make}
      >
        {t("factors.codes_new")}
      </ConfirmButton>
    </Stack>
  );
}
