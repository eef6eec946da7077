import { useTranslation } from "react-i18next";
import type { WorkPlace } from "@/kinds/kind";
import classes from "./workbench.module.css";

/** Right behind the heading, where each task begins: past the head, the tools and the image at one press. */
export function SkipLinks({ places }: { places: readonly WorkPlace[] }) {
  const { t } = useTranslation("workbench");
  return places.map((place) => (
    <a
      key={place}
      className={classes.skip}
      href={`#${place}`}
      onClick={(event) => {
        event.preventDefault();
        goTo(place);
      }}
    >
      {t(`header.skip_to_${place}`)}
    </a>
  ));
}

/** The innermost that is on the page: a list may lie behind a tab, and the text behind another view. */
function goTo(place: WorkPlace): void {
  const found = [...document.querySelectorAll<HTMLElement>(`[data-place="${place}"]`)];
  for (const target of [...found.reverse(), ...document.querySelectorAll<HTMLElement>("[data-place=panel]")]) {
    focusOn(target);
    if (document.activeElement === target) return;
  }
}

/** What takes no focus by itself takes it this once: else each click into a list would put the focus there. */
function focusOn(target: HTMLElement): void {
  if (!target.matches("textarea, button, [tabindex]")) {
    target.tabIndex = -1;
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
  }
  target.focus();
}
