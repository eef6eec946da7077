import { Button, Divider, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { SignInWays } from "@/api/sso";
import { ErrorNotice } from "@/components/error-notice";
import { beginSignIn } from "@/lib/queries/sign-in";

interface ProviderButtonsProps {
  ways: SignInWays;
  /** Where to go afterwards. */
  next: string;
}

/** One button for each provider; the browser leaves for it. */
export function ProviderButtons({ ways, next }: ProviderButtonsProps) {
  const { t } = useTranslation("auth");
  const begin = useMutation({
    mutationFn: (key: string) => beginSignIn(key, next),
    onSuccess: (address) => window.location.assign(address),
  });
  if (ways.providers.length === 0) return null;
  return (
    <Stack gap="sm">
      {begin.error && <ErrorNotice error={begin.error} />}
      {ways.providers.map(({ key, name }) => (
        <Button
          key={key}
          fullWidth
          variant={ways.password ? "default" : "filled"}
          // The page is left; until then the button says that something happens.
          loading={(begin.isPending || begin.isSuccess) && begin.variables === key}
          onClick={() => begin.mutate(key)}
        >
          {t("provider.button", { name })}
        </Button>
      ))}
      {ways.password && <Divider label={t("provider.or")} />}
    </Stack>
  );
}
