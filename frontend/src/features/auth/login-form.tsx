import { Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconFingerprint } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Pending, Session } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { PasswordInput } from "@/components/password-input";
import { FactorError } from "@/components/second-factor/factor-error";
import { hasPasskeys } from "@/lib/passkeys";
import { answerByPasskey, giveUpAnswering } from "@/lib/queries/second-factors";
import { sessionQuery, signIn } from "@/lib/queries/session";
import { AnswerStep } from "./answer-step";
import { EnrolStep } from "./enrol-step";

interface LoginFormProps {
  onSignedIn: (session: Session) => void;
  /** What is still asked of somebody who has shown who they are already. */
  pending?: Pending | null;
  /** Told whether something is asked besides name and password. */
  onAsked?: (isAsked: boolean) => void;
  /** Set when somebody signs in again over a page that is theirs. */
  fixedUsername?: string;
}

/** Name and password, and then what is asked besides. */
export function LoginForm({ pending = null, onAsked, onSignedIn, fixedUsername }: LoginFormProps) {
  const { t } = useTranslation("auth");
  const client = useQueryClient();
  const [asked, setAsked] = useState<Pending | null>(null);
  const take = (session: Session) => {
    if (session.user) onSignedIn(session);
    else setAsked(session.pending);
  };
  const back = async () => {
    await giveUpAnswering();
    setAsked(null);
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const open = asked ?? pending;
  useEffect(() => onAsked?.(open !== null), [onAsked, open]);
  if (!open) return <Credentials onSignedIn={take} fixedUsername={fixedUsername} />;
  const part = open.step === "enrol" ? "enrol" : "second";
  return (
    <Stack>
      <div>
        <Title order={fixedUsername ? 2 : 1}>{t(`${part}.title`)}</Title>
        <Text size="sm" c="dimmed">
          {t(`${part}.text`, { name: open.username })}
        </Text>
      </div>
      {part === "enrol" ? <EnrolStep onSignedIn={take} /> : <AnswerStep pending={open} onSignedIn={take} />}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={() => void back()}>
        {t("second.back")}
      </Button>
    </Stack>
  );
}

function Credentials({
  onSignedIn,
  fixedUsername,
}: {
  onSignedIn: LoginFormProps["onSignedIn"];
  fixedUsername?: string | undefined;
}) {
  const { t } = useTranslation("auth");
  const form = useForm({ initialValues: { username: fixedUsername ?? "", password: "" } });
  const login = useMutation({
    mutationFn: signIn,
    onSuccess: onSignedIn,
    onError: () => form.setFieldValue("password", ""),
  });
  const passkey = useMutation({ mutationFn: answerByPasskey, onSuccess: onSignedIn });
  // The page is about nothing else; where the name is known the password is what is wanted.
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        login.mutate(fixedUsername ? { ...values, username: fixedUsername } : values),
      )}
    >
      <Stack>
        {login.error && <ErrorNotice error={login.error} />}
        <TextInput
          ref={fixedUsername ? undefined : first}
          label={t("sign_in.username")}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          {...form.getInputProps("username")}
          {...(fixedUsername ? { readOnly: true, value: fixedUsername } : {})}
        />
        <PasswordInput
          ref={fixedUsername ? first : undefined}
          label={t("sign_in.password")}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={login.isPending} fullWidth>
          {t("sign_in.submit")}
        </Button>
        {hasPasskeys() && (
          <>
            <FactorError error={passkey.error} />
            <Button
              variant="default"
              leftSection={<IconFingerprint size={18} aria-hidden />}
              loading={passkey.isPending}
              onClick={() => passkey.mutate()}
              fullWidth
            >
              {t("sign_in.passkey")}
            </Button>
          </>
        )}
      </Stack>
    </form>
  );
}
