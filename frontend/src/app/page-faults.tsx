import { Box, Button, Code, Group, Stack, Text, Title } from "@mantine/core";
import { useMatches } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import { Brand } from "@/components/brand";
import { EmptyState } from "@/components/empty-state";
import { ErrorNotice } from "@/components/error-notice";
import { LinkButton } from "@/components/link-button";
import { usePageTitle } from "@/lib/page-title";

/** Shown in place of a page whose code threw; the navigation around it goes on working. */
export function PageFault({ error }: { error: unknown }) {
  const { t } = useTranslation("common");
  usePageTitle(t("error.page_title"));
  return (
    <Stack maw={640} p="md" mx="auto" mt="xl">
      <Title order={1}>{t("error.page_title")}</Title>
      <Text>{t("error.page_text")}</Text>
      <ErrorNotice error={error} />
      {!isApiError(error) && error instanceof Error && (
        <Box component="details">
          <Text component="summary" size="sm">
            {t("error.technical")}
          </Text>
          <Code block>{error.stack ?? error.message}</Code>
        </Box>
      )}
      <Group>
        <Button onClick={() => window.location.reload()}>{t("action.reload")}</Button>
        <LinkButton to="/work" variant="default">
          {t("error.home")}
        </LinkButton>
      </Group>
    </Stack>
  );
}

export function NotFound() {
  const { t } = useTranslation("common");
  usePageTitle(t("error.not_found_title"));
  const isFramed = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === "/shell") });
  return (
    <Box component="main" maw={640} mx="auto" mt="xl" p="md">
      {!isFramed && (
        <Box mb="lg">
          <Brand />
        </Box>
      )}
      <EmptyState
        order={1}
        title={t("error.not_found_title")}
        action={<LinkButton to="/work">{t("error.home")}</LinkButton>}
      >
        {t("error.not_found_text")}
      </EmptyState>
    </Box>
  );
}
