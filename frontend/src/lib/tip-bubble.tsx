import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

type TipBubbleProps = {
  readonly id: string;
  readonly target: Element;
  readonly label: ReactNode;
  readonly isLong: boolean;
  readonly isOpen: boolean;
};

export function TipBubble({ id, target, label, isLong, isOpen }: TipBubbleProps) {
  const size = isLong ? { multiline: true, w: 260 } : {};
  return (
    <Tooltip
      target={target as HTMLElement}
      // The bubble's own id is its library's.
      label={<span id={id}>{label}</span>}
      opened={isOpen}
      withinPortal
      hideDetached={false}
      {...size}
    />
  );
}
