import { Button, Stack, Text, UnstyledButton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SignInWays } from "@/api/sso";
import type { Session } from "@/api/types";
import { QueryView } from "@/components/query-view";
import { LoginForm } from "@/features/auth/login-form";
import { ProviderList } from "@/features/auth/provider-buttons";
import { beginSignIn, waysQuery } from "@/lib/queries/sign-in";

interface WaysAgainProps {
  username: string;
  onSignedIn: (session: Session) => void;
}

/** What this installation offers to sign in by, over a page that must not be left. */
export function WaysAgain({ username, onSignedIn }: WaysAgainProps) {
  const query = useQuery(waysQuery);
  return (
    <QueryView query={query}>{(ways) => <Ways ways={ways} username={username} onSignedIn={onSignedIn} />}</QueryView>
  );
}

function Ways({ ways, username, onSignedIn }: WaysAgainProps & { ways: SignInWays }) {
  const { t } = useTranslation("auth");
  const [byPassword, setByPassword] = useState(ways.password);
  const [isAsked, setIsAsked] = useState(false);
  return (
    <Stack>
      {!isAsked && ways.providers.length > 0 && <ProvidersAgain ways={ways} />}
      {byPassword || isAsked ? (
        <LoginForm fixedUsername={username} onAsked={setIsAsked} onSignedIn={onSignedIn} />
      ) : (
        <UnstyledButton fz="sm" c="dimmed" td="underline" onClick={() => setByPassword(true)}>
          {t("provider.emergency")}
        </UnstyledButton>
      )}
    </Stack>
  );
}

// Where the new tab ends: it says that one goes on in the old one.
const BACK = "/login?again=yes";

/** The provider opens in a new tab; this page hears from it when its person is back. */
function ProvidersAgain({ ways }: { ways: SignInWays }) {
  const { t } = useTranslation("auth");
  const [refused, setRefused] = useState<string | null>(null);
  const begin = useMutation({
    mutationFn: async (key: string) => {
      // Opened at once: later than the press, browsers take it for something unwanted.
      const tab = window.open("", "_blank");
      try {
        const address = await beginSignIn(key, BACK);
        if (tab) {
          // The provider's page has no hold of this one.
          tab.opener = null;
          tab.location.href = address;
        }
        setRefused(tab ? null : address);
      } catch (fault) {
        tab?.close();
        throw fault;
      }
    },
  });
  return (
    <ProviderList ways={ways} begin={begin} isBusy={begin.isPending}>
      <Text size="sm" c="dimmed" role="status">
        {t(begin.isSuccess ? "again.waiting" : "again.new_tab")}
      </Text>
      {refused && (
        <Button component="a" href={refused} target="_blank" rel="noopener" variant="light" fullWidth>
          {t("again.open")}
        </Button>
      )}
    </ProviderList>
  );
}
