import { Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Session } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { PasswordInput } from "@/components/password-input";
import { signIn } from "@/lib/queries/session";

interface LoginFormProps {
  onSignedIn: (session: Session) => void;
  /** Set when somebody signs in again over a page that is theirs. */
  fixedUsername?: string;
}

export function LoginForm({ onSignedIn, fixedUsername }: LoginFormProps) {
  const { t } = useTranslation("auth");
  const form = useForm({ initialValues: { username: fixedUsername ?? "", password: "" } });
  const login = useMutation({
    mutationFn: signIn,
    onSuccess: onSignedIn,
    onError: () => form.setFieldValue("password", ""),
  });
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
      </Stack>
    </form>
  );
}
