import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { LoadingCards } from "@/components/loading";
import { QueryView } from "@/components/query-view";
import { workQuery } from "@/lib/queries/work";

/** The address of the product itself leads to what is one's own: who leads to what needs them, others to their work. */
export function Landing() {
  const query = useQuery(workQuery);
  return (
    <QueryView query={query} loading={<LoadingCards />}>
      {({ leads }) => <Navigate to={leads ? "/home" : "/work"} replace />}
    </QueryView>
  );
}
