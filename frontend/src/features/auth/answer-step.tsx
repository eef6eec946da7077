import { Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Pending, Session } from "@/api/types";
import { FactorError } from "@/components/second-factor/factor-error";
import { hasPasskeys } from "@/lib/passkeys";
import { answerByCode, answerByPasskey } from "@/lib/queries/second-factors";

interface AnswerStepProps {
  pending: Pending;
  onSignedIn: (session: Session) => void;
}

/** The second factor, after the password. */
export function AnswerStep({ pending, onSignedIn }: AnswerStepProps) {
  const { t } = useTranslation("auth");
  const form = useForm({ initialValues: { code: "" } });
  const byCode = useMutation({
    mutationFn: ({ code }: { code: string }) => answerByCode(code),
    onSuccess: onSignedIn,
    onError: () => form.reset(),
  });
  const byPasskey = useMutation({ mutationFn: answerByPasskey, onSuccess: onSignedIn });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <form onSubmit={form.onSubmit((values) => byCode.mutate(values))}>
      <Stack>
        <FactorError error={byCode.error ?? byPasskey.error} />
        {pending.has_passkeys && hasPasskeys() && (
          <Button
            variant={pending.has_app ? "default" : "filled"}
            loading={byPasskey.isPending}
            onClick={() => byPasskey.mutate()}
            fullWidth
          >
            {t("second.passkey")}
          </Button>
        )}
        <TextInput
          ref={first}
          label={t("second.code")}
          description={t(pending.has_app ? "second.code_hint_app" : "second.code_hint_recovery")}
          inputMode={pending.has_app ? "numeric" : "text"}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
          withAsterisk={false}
          {...form.getInputProps("code")}
        />
        <Button type="submit" variant={pending.has_app ? "filled" : "default"} loading={byCode.isPending} fullWidth>
          {t("second.submit")}
        </Button>
      </Stack>
    </form>
  );
}
