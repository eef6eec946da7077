import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { SecondFactors } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { PasswordInput } from "@/components/password-input";
import { FactorError } from "@/components/second-factor/factor-error";
import { hasPasskeys } from "@/lib/passkeys";
import { confirmBy, confirmByPasskey, secondFactorsQuery } from "@/lib/queries/second-factors";

/** An act that waits until its person has shown once more who they are. */
interface Waiting {
  go: () => void;
  stop: () => void;
}

/**
 * Runs acts that the server may ask about first: "is it you?". The act is then done after all, and
 * whoever closes the dialog gets the server's refusal.
 */
export function useConfirmed(): { run: <T>(act: () => Promise<T>) => Promise<T>; dialog: ReactNode } {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const run = async <T,>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (cause) {
      if (!isApiError(cause) || cause.code !== "confirm_first") throw cause;
      await new Promise<void>((go, stop) => setWaiting({ go, stop: () => stop(cause as Error) }));
      await client.invalidateQueries({ queryKey: secondFactorsQuery.queryKey });
      return act();
    }
  };
  const close = (end: (waiting: Waiting) => void) => {
    if (waiting) end(waiting);
    setWaiting(null);
  };
  const dialog = (
    <ConfirmDialog
      isOpen={waiting !== null}
      onConfirmed={() => close(({ go }) => go())}
      onClose={() => close(({ stop }) => stop())}
    />
  );
  return { run, dialog };
}

interface ConfirmDialogProps {
  isOpen: boolean;
  onConfirmed: () => void;
  onClose: () => void;
}

function ConfirmDialog({ isOpen, onConfirmed, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation("account");
  const { data } = useQuery(secondFactorsQuery);
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t("confirm.title")} zIndex={400}>
      {data && <ConfirmForm factors={data} onConfirmed={onConfirmed} />}
    </Dialog>
  );
}

function ConfirmForm({ factors, onConfirmed }: { factors: SecondFactors; onConfirmed: () => void }) {
  const { t } = useTranslation("account");
  const hasCodes = factors.app !== null || factors.passkeys.length > 0;
  const byPasskey = useMutation({ mutationFn: confirmByPasskey, onSuccess: onConfirmed });
  const form = useForm({ initialValues: { secret: "" } });
  const confirm = useMutation({
    mutationFn: ({ secret }: { secret: string }) => confirmBy(hasCodes ? { code: secret } : { password: secret }),
    onSuccess: onConfirmed,
    onError: () => form.reset(),
  });
  if (!hasCodes && !factors.has_password) return <Text size="sm">{t("confirm.none")}</Text>;
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
      <Stack>
        <Text size="sm">{t("confirm.text")}</Text>
        <FactorError error={confirm.error ?? byPasskey.error} />
        {factors.passkeys.length > 0 && hasPasskeys() && (
          <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            {t("confirm.passkey")}
          </Button>
        )}
        {hasCodes ? (
          <TextInput
            label={t("confirm.code")}
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            {...form.getInputProps("secret")}
          />
        ) : (
          <PasswordInput
            label={t("confirm.password")}
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...form.getInputProps("secret")}
          />
        )}
        <Button type="submit" loading={confirm.isPending}>
          {t("confirm.submit")}
        </Button>
      </Stack>
    </form>
  );
}
