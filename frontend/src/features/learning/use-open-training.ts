import { useNavigate, useSearch } from "@tanstack/react-router";

/** Which training is looked at is part of the address, so that it can be passed on. */
export function useOpenTraining() {
  const search: { training?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (training: string | undefined) => {
    void navigate({ to: ".", search: (old) => ({ ...old, training }), replace: true } as Parameters<typeof navigate>[0]);
  };
  const opened = Number(search.training);
  return {
    opened: Number.isInteger(opened) && opened > 0 ? opened : null,
    open: (id: number) => { go(String(id)); },
    close: () => { go(undefined); },
  };
}
