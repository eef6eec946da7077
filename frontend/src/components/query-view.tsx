import { Box } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "./error-notice";
import { LoadingRows } from "./loading";

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Loading, error or data of one query. A failed refresh keeps what was there and says so. */
export function QueryView<T>({ query, loading, children }: QueryViewProps<T>) {
  const { t } = useTranslation("common");
  const retry = () => void query.refetch();
  if (query.data !== undefined) {
    // One shape with and without the notice: a failed refresh must not remount what is typed below.
    return (
      <>
        {query.isRefetchError && (
          <Box mb="md">
            <ErrorNotice error={query.error} title={t("error.stale")} onRetry={retry} />
          </Box>
        )}
        {children(query.data)}
      </>
    );
  }
  if (query.isError) return <ErrorNotice error={query.error} onRetry={retry} />;
  return <>{loading ?? <LoadingRows />}</>;
}
