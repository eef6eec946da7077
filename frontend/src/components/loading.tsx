import { Alert, Box, Button, Card, SimpleGrid, Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

const SLOW_AFTER_MS = 10_000;

interface LoadingProps {
  children: ReactNode;
  slowAfterMs?: number;
}

/** Grey shapes of what is coming; after a while it says that it takes long, and what one can do. */
export function Loading({ children, slowAfterMs = SLOW_AFTER_MS }: LoadingProps) {
  const { t } = useTranslation("common");
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, [slowAfterMs]);
  return (
    <Box role="status" aria-busy="true">
      <VisuallyHidden>{t("loading.label")}</VisuallyHidden>
      {slow && (
        <Alert icon={<IconClock size={18} aria-hidden />} title={t("loading.slow_title")} color="gray" mb="md">
          <Stack gap="xs" align="flex-start">
            {t("loading.slow_text")}
            <Button size="xs" variant="default" onClick={() => window.location.reload()}>
              {t("action.reload")}
            </Button>
          </Stack>
        </Alert>
      )}
      <div aria-hidden="true">{children}</div>
    </Box>
  );
}

export function LoadingText({ lines = 4 }: { lines?: number }) {
  return (
    <Loading>
      <Stack gap="sm">
        {Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} height={14} width={line === lines - 1 ? "60%" : "100%"} />
        ))}
      </Stack>
    </Loading>
  );
}

export function LoadingRows({ rows = 5 }: { rows?: number }) {
  return (
    <Loading>
      <Stack gap="xs">
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} height={44} radius="sm" />
        ))}
      </Stack>
    </Loading>
  );
}

export function LoadingCards({ cards = 3 }: { cards?: number }) {
  return (
    <Loading>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {Array.from({ length: cards }, (_, card) => (
          <Card key={card} withBorder>
            <Stack gap="sm">
              <Skeleton height={18} width="50%" />
              <Skeleton height={12} />
              <Skeleton height={12} width="80%" />
              <Skeleton height={36} width={120} mt="sm" />
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
    </Loading>
  );
}
