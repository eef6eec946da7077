import { useRef, type RefObject } from "react";
import { useAnnouncer } from "@/canvas/announcer";
import { FindingPopover } from "./finding-popover";
import type { Remark } from "./remarks";
import { Underlines } from "./underlines";
import { useFindingKeys } from "./use-finding-keys";
import { usePointed } from "./use-pointed";

interface FindingAidsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** Those about this text; their places are underlined. */
  remarks: readonly Remark[];
  isReadOnly: boolean;
  onChange: (text: string) => void;
}

/**
 * What the rules say about a field, where it is: lines under the words, an explanation near them, and
 * keys. To be put right after the field, in an element with `position: relative`; of several on a page
 * the one that came last has the keys.
 */
export function FindingAids({ field, text, remarks, isReadOnly, onChange }: FindingAidsProps) {
  const layer = useRef<HTMLDivElement>(null);
  const [announce, region] = useAnnouncer();
  const pointed = usePointed(field, layer, remarks);
  const { applyFix } = useFindingKeys({ field, text, remarks, isReadOnly, onChange, show: pointed.show, announce });
  return (
    <>
      <Underlines field={field} text={text} remarks={remarks} active={pointed.remark} layer={layer} />
      {pointed.remark && (
        <FindingPopover
          remark={pointed.remark}
          text={text}
          layer={layer}
          onFix={isReadOnly ? null : applyFix}
          onEnter={pointed.hold}
          onLeave={pointed.letGo}
        />
      )}
      {region}
    </>
  );
}
