import { Container } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useRouter } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { ErrorNotice } from "@/components/error-notice";
import { LoadingRows } from "@/components/loading";
import { sessionQuery } from "@/lib/queries/session";

/** Lets signed-in people through; others sign in first and then come back to the same address. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(sessionQuery);
  if (data?.user) return <>{children}</>;
  if (data) return <ToSignIn />;
  return (
    <Container component="main" size="sm" py="xl">
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingRows />}
    </Container>
  );
}

function ToSignIn() {
  const router = useRouter();
  // Read once: while this leaves, the address already is the sign-in page's own.
  const [next] = useState(router.state.location.href);
  return <Navigate to="/login" search={next === "/" ? {} : { next }} replace />;
}
