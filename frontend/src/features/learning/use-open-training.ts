import { useNavigate, useSearch } from "@tanstack/react-router";

const FROM = "/projects/$projectId/learning";

/** Which training is looked at is part of the address, so that it can be passed on. */
export function useOpenTraining() {
  const { training } = useSearch({ from: `/shell${FROM}` });
  const navigate = useNavigate({ from: FROM });
  const go = (id: number | undefined) => void navigate({ search: { training: id }, replace: true, resetScroll: false });
  return {
    opened: training ?? null,
    open: (id: number) => go(id),
    close: () => go(undefined),
  };
}
