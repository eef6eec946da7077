import { Alert, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Navigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SignInWays } from "@/api/sso";
import { GateCard } from "@/components/gate-card";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { SignInProblem } from "@/components/sign-in-problem";
import { hasLeft } from "@/lib/leaving";
import { usePageTitle } from "@/lib/page-title";
import { sessionQuery } from "@/lib/queries/session";
import { waysQuery } from "@/lib/queries/sign-in";
import { passwordResetsQuery } from "./api/password-resets";
import { LoginForm } from "./login-form";
import { ProviderButtons } from "./provider-buttons";

/** Only addresses of this site: "//elsewhere" and "https://elsewhere" are not. */
export function safeNext(next: string | undefined): string {
  return next && /^\/(?![/\\])/.test(next) ? next : "/";
}

export function LoginPage() {
  const { t } = useTranslation("auth");
  const search = useSearch({ from: "/login" });
  const next = safeNext(search.next);
  // Asking first also brings the CSRF cookie that signing in needs.
  const { data } = useQuery(sessionQuery);
  const ways = useQuery(waysQuery);
  // Whoever is asked for a second factor reads of that alone, and sees new recovery codes before they leave.
  const [isAsked, setIsAsked] = useState(false);
  usePageTitle(t("sign_in.title"));
  if (data?.user && !isAsked) return search.again ? <SignedInAgain /> : <Navigate to={next} replace />;
  return (
    <GateCard>
      <Stack>
        {!isAsked && (
          <div>
            <Title order={1}>{t("sign_in.title")}</Title>
            <Text c="dimmed" size="sm">
              {t("sign_in.lead")}
            </Text>
          </div>
        )}
        {!isAsked && search.problem && <SignInProblem problem={search.problem} />}
        {!isAsked && hasLeft(search.state) && <Alert role="status">{t("provider.signed_out")}</Alert>}
        <QueryView query={ways}>
          {(offered) => (
            <Ways ways={offered} next={next} pending={data?.pending ?? null} isAsked={isAsked} onAsked={setIsAsked} />
          )}
        </QueryView>
      </Stack>
    </GateCard>
  );
}

interface WaysProps {
  ways: SignInWays;
  next: string;
  pending: Parameters<typeof LoginForm>[0]["pending"];
  isAsked: boolean;
  onAsked: (isAsked: boolean) => void;
}

function Ways({ ways, next, pending, isAsked, onAsked }: WaysProps) {
  const { t } = useTranslation("auth");
  const client = useQueryClient();
  const router = useRouter();
  const [byPassword, setByPassword] = useState(ways.password);
  const { data: resets } = useQuery(passwordResetsQuery);
  return (
    <Stack>
      {!isAsked && <ProviderButtons ways={ways} next={next} />}
      {byPassword || isAsked || pending ? (
        <LoginForm
          pending={pending}
          onAsked={onAsked}
          onSignedIn={(session) => {
            client.clear();
            client.setQueryData(sessionQuery.queryKey, session);
            router.history.replace(next);
          }}
        />
      ) : (
        <UnstyledButton fz="sm" c="dimmed" td="underline" onClick={() => setByPassword(true)}>
          {t("provider.emergency")}
        </UnstyledButton>
      )}
      {!isAsked && resets?.available && (
        <TextLink size="sm" to="/forgotten-password">
          {t("forgotten.link")}
        </TextLink>
      )}
      {!isAsked && ways.password && (
        <Text size="sm" c="dimmed">
          {t("sign_in.help")}
        </Text>
      )}
    </Stack>
  );
}

/** The end of a tab that was opened for signing in again: the page of before goes on by itself. */
function SignedInAgain() {
  const { t } = useTranslation("auth");
  return (
    <GateCard>
      <Stack role="status">
        <Title order={1}>{t("again.done_title")}</Title>
        <Text>{t("again.done")}</Text>
        <TextLink to="/">{t("address.home")}</TextLink>
      </Stack>
    </GateCard>
  );
}
