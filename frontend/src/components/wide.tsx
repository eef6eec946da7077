import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMoreBeside } from "@/lib/use-more-beside";
import classes from "./wide.module.css";

interface WideProps {
  /** What is in it: a name for those who come to it by key. */
  name: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * What may be wider than its place scrolls in its frame, with a shade at each edge behind which there is
 * more. While there is, it can be come to and scrolled by key.
 */
export function Wide({ name, className, children }: WideProps) {
  const { t } = useTranslation("common");
  const frame = useRef<HTMLDivElement>(null);
  const more = useMoreBeside(frame);
  const scrolls = more.before || more.after;
  return (
    <div className={classes.frame} data-before={more.before || undefined} data-after={more.after || undefined}>
      <div
        ref={frame}
        className={className ? `${classes.scroll ?? ""} ${className}` : classes.scroll}
        {...(scrolls ? { role: "region", tabIndex: 0, "aria-label": t("table.scroll", { name }) } : {})}
      >
        {children}
      </div>
    </div>
  );
}
