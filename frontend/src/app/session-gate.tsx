import { Container } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ErrorNotice } from "@/components/error-notice";
import { LoadingRows } from "@/components/loading";
import { sessionQuery } from "@/lib/queries/session";

/** Lets signed-in people through; others sign in first and then come back to the same address. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(sessionQuery);
  const next = useLocation({ select: (location) => location.href });
  if (data?.user) return <>{children}</>;
  if (data) return <Navigate to="/login" search={next === "/" ? {} : { next }} replace />;
  return (
    <Container component="main" size="sm" py="xl">
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingRows />}
    </Container>
  );
}
