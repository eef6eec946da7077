import { useRef, type RefObject } from "react";
import { useAnnouncer } from "@/canvas/announcer";
import { FindingPopover } from "./finding-popover";
import { useStable } from "@/lib/use-stable";
import type { Remark } from "./remarks";
import { Underlines } from "./underlines";
import { useFindingKeys } from "./use-finding-keys";
import { usePointed } from "./use-pointed";

interface FindingAidsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  /** As it stands in the field, or as it last came to rest there. */
  text: string;
  /** Those about this text; their places are underlined. */
  remarks: readonly Remark[];
  /** The same of what stands in the field now, where `text` may be older: keys act on that. */
  remarksIn?: (text: string) => readonly Remark[];
  isReadOnly: boolean;
  onChange: (text: string) => void;
}

/**
 * What the rules say about a field, where it is: lines under the words, an explanation near them, and
 * keys. To be put right after the field, in an element with `position: relative`; of several on a page
 * the one that came last has the keys.
 */
export function FindingAids({ field, text, remarks, remarksIn, isReadOnly, onChange }: FindingAidsProps) {
  const layer = useRef<HTMLDivElement>(null);
  const [announce, region] = useAnnouncer();
  const found = useStable(() => (remarksIn && field.current ? remarksIn(field.current.value) : remarks));
  const pointed = usePointed(field, layer, remarks, found);
  const { show } = pointed;
  const { applyFix } = useFindingKeys({ field, found, isReadOnly, onChange, show, announce });
  const shown = pointed.remark;
  return (
    <>
      <Underlines field={field} text={text} remarks={remarks} active={shown} layer={layer} />
      {shown && (
        <FindingPopover
          remark={shown}
          text={text}
          layer={layer}
          onFix={isReadOnly ? null : () => applyFix(found()[remarks.indexOf(shown)] ?? shown)}
          onEnter={pointed.hold}
          onLeave={pointed.letGo}
        />
      )}
      {region}
    </>
  );
}
