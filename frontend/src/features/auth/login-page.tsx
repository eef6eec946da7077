import { Stack, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Navigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { GateCard } from "@/components/gate-card";
import { TextLink } from "@/components/link-button";
import { usePageTitle } from "@/lib/page-title";
import { sessionQuery } from "@/lib/queries/session";
import { passwordResetsQuery } from "./api/password-resets";
import { LoginForm } from "./login-form";

/** Only addresses of this site: "//elsewhere" and "https://elsewhere" are not. */
export function safeNext(next: string | undefined): string {
  return next && /^\/(?![/\\])/.test(next) ? next : "/";
}

export function LoginPage() {
  const { t } = useTranslation("auth");
  const client = useQueryClient();
  const router = useRouter();
  const next = safeNext(useSearch({ from: "/login" }).next);
  // Asking first also brings the CSRF cookie that signing in needs.
  const { data } = useQuery(sessionQuery);
  const { data: resets } = useQuery(passwordResetsQuery);
  // Whoever is asked for a second factor reads of that alone, and sees new recovery codes before they leave.
  const [isAsked, setIsAsked] = useState(false);
  usePageTitle(t("sign_in.title"));
  if (data?.user && !isAsked) return <Navigate to={next} replace />;
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
        <LoginForm
          pending={data?.pending ?? null}
          onAsked={setIsAsked}
          onSignedIn={(session) => {
            client.clear();
            client.setQueryData(sessionQuery.queryKey, session);
            router.history.replace(next);
          }}
        />
        {!isAsked && resets?.available && (
          <TextLink size="sm" to="/forgotten-password">
            {t("forgotten.link")}
          </TextLink>
        )}
        {!isAsked && (
          <Text size="sm" c="dimmed">
            {t("sign_in.help")}
          </Text>
        )}
      </Stack>
    </GateCard>
  );
}
