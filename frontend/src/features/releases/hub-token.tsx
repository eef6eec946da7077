import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Hub } from "@/api/hub";
import { ConfirmButton } from "@/components/confirm-button";
import { FormError } from "@/components/form-error";
import { PasswordInput } from "@/components/password-input";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { giveToken, hubKey, removeToken } from "./api/hub";

interface HubTokenProps {
  projectId: number;
  hub: Hub;
}

/** With whose token releases are pushed; the token itself is never shown. */
export function HubToken({ projectId, hub }: HubTokenProps) {
  const [entering, setEntering] = useState(false);
  const isUsable = hub.token_is_for === hub.endpoint;
  if (isUsable && !entering) return <Account projectId={projectId} hub={hub} onChange={() => setEntering(true)} />;
  return <TokenForm projectId={projectId} hub={hub} onDone={() => setEntering(false)} mayLeave={isUsable} />;
}

interface AccountProps extends HubTokenProps {
  onChange: () => void;
}

function Account({ projectId, hub, onChange }: AccountProps) {
  const { t } = useTranslation("releases");
  const client = useQueryClient();
  const forget = async () => {
    await removeToken(projectId);
    await client.invalidateQueries({ queryKey: hubKey(projectId) });
  };
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {t("hub.account", { account: hub.account, hub: hub.endpoint })}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onChange}>
          {t("hub.other_token")}
        </Button>
        <ConfirmButton
          size="xs"
          title={t("hub.forget_title")}
          text={t("hub.forget_text")}
          confirmLabel={t("hub.forget")}
          onConfirm={forget}
        >
          {t("hub.forget")}
        </ConfirmButton>
      </Group>
    </Group>
  );
}

interface TokenFormProps extends HubTokenProps {
  onDone: () => void;
  mayLeave: boolean;
}

function TokenForm({ projectId, hub, onDone, mayLeave }: TokenFormProps) {
  const { t } = useTranslation("releases");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const [token, setToken] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const save = useMutation({
    mutationFn: () => giveToken(projectId, token.trim()),
    onSuccess: (known) => {
      client.setQueryData(hubKey(projectId), known);
      notifyDone(t("hub.token_kept", { account: known.account }));
      onDone();
    },
  });
  useEffect(() => {
    if (save.error) form.current?.querySelector("input")?.focus();
  }, [save.error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const wasForAnother = hub.token_is_for !== "" && hub.token_is_for !== hub.endpoint;
  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap="sm" maw={560}>
        {wasForAnother && (
          <Alert color="yellow" icon={<IconKey size={18} aria-hidden />}>
            {t("hub.another", { was: hub.token_is_for, now: hub.endpoint })}
          </Alert>
        )}
        <PasswordInput
          label={t("hub.token", { hub: hub.endpoint })}
          description={
            <>
              {t("hub.token_hint")}{" "}
              <Anchor
                href={`${hub.endpoint}/settings/tokens`}
                target="_blank"
                rel="noreferrer"
                inherit
                underline="always"
              >
                {t("hub.token_where")}
              </Anchor>
            </>
          }
          required
          maxLength={500}
          autoComplete="off"
          value={token}
          error={fieldErrors(save.error, ["token"]).token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <FormError error={save.error} names={["token"]} />
        <Group gap="xs">
          <Button type="submit" loading={save.isPending} disabled={!token.trim()}>
            {t("hub.save_token")}
          </Button>
          {mayLeave && (
            <Button variant="default" onClick={onDone}>
              {common("action.cancel")}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
