import { useTranslation } from "react-i18next";
import { useShortcuts } from "@/canvas/shortcuts";

const LINK = "a[data-sample-link]";

/** Moves the focus from one sample's link to the next. */
function step(by: number) {
  const links = [...document.querySelectorAll<HTMLElement>(LINK)];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + by, 0), links.length - 1);
  links[next]?.focus();
}

/** The keys of the list of samples, the same as those of the list of answers. */
export function useListKeys(toggle: ((id: number, range: boolean) => void) | undefined, help: () => void) {
  const { t } = useTranslation("samples");
  const tick = (range: boolean) => () => {
    const id = document.activeElement?.getAttribute("data-sample-link");
    if (id) toggle?.(Number(id), range);
  };
  useShortcuts("sample-list", [
    { id: "next_sample", name: t("detail.next_sample"), keys: ["j"], scope: "page", run: () => step(1) },
    { id: "previous_sample", name: t("detail.previous_sample"), keys: ["k"], scope: "page", run: () => step(-1) },
    {
      id: "select_sample",
      name: t("bulk.key"),
      keys: ["x"],
      scope: "page",
      isEnabled: () => toggle !== undefined,
      run: tick(false),
    },
    { id: "help", keys: ["?", "F1"], scope: "anywhere", run: help },
  ]);
}
