import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

interface TipBubbleProps {
  id: string;
  target: Element;
  label: ReactNode;
  isLong: boolean;
  isOpen: boolean;
}

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
