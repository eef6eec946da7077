import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useWhatToDo } from "./use-what-to-do";

interface FoldingProps {
  /** Of which it is remembered how many tasks this account has opened here. */
  kind: string;
  task: number;
  className: string | undefined;
  children: ReactNode;
}

/** Under a heading that stays: open at the first tasks of a kind, later only the heading. */
export function Folding({ kind, task, className, children }: FoldingProps) {
  const { t } = useTranslation("workbench");
  const { isOpen, toggle } = useWhatToDo(kind, task);
  return (
    <details className={className} open={isOpen}>
      <Text
        component="summary"
        fw={650}
        size="sm"
        onClick={(event) => {
          event.preventDefault();
          toggle();
        }}
      >
        {t("caption.instructions")}
      </Text>
      {children}
    </details>
  );
}
