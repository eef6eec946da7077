import { Button, Divider, Stack } from "@mantine/core";
import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SignInWays } from "@/api/sso";
import { ErrorNotice } from "@/components/error-notice";
import { beginSignIn } from "@/lib/queries/sign-in";

interface ProviderListProps {
  ways: SignInWays;
  /** Begins with the provider of this key. */
  begin: UseMutationResult<unknown, Error, string>;
  isBusy: boolean;
  children?: ReactNode;
}

/** One button for each provider, what follows from pressing it, and the line to the other ways. */
export function ProviderList({ ways, begin, isBusy, children }: ProviderListProps) {
  const { t } = useTranslation("auth");
  return (
    <Stack gap="sm">
      {begin.error && <ErrorNotice error={begin.error} />}
      {ways.providers.map(({ key, name }) => (
        <Button
          key={key}
          fullWidth
          variant={ways.password ? "default" : "filled"}
          loading={isBusy && begin.variables === key}
          onClick={() => begin.mutate(key)}
        >
          {t("provider.button", { name })}
        </Button>
      ))}
      {children}
      {ways.password && <Divider label={t("provider.or")} />}
    </Stack>
  );
}

interface ProviderButtonsProps {
  ways: SignInWays;
  /** Where to go afterwards. */
  next: string;
}

/** One button for each provider; the browser leaves for it. */
export function ProviderButtons({ ways, next }: ProviderButtonsProps) {
  const begin = useMutation({
    mutationFn: (key: string) => beginSignIn(key, next),
    onSuccess: (address) => window.location.assign(address),
  });
  if (ways.providers.length === 0) return null;
  // The page is left; until then the button says that something happens.
  return <ProviderList ways={ways} begin={begin} isBusy={begin.isPending || begin.isSuccess} />;
}
