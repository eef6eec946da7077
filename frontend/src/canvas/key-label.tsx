import { Suspense } from "react";
import { useKeysText } from "./key-words";
import { useKeyPreferences, useKeysOf } from "./shortcuts";
import { isSingleKey } from "./keys";

interface KeyLabelProps {
  label: string;
  command: string;
}

/** What a button does, with the key that does the same at this moment. For tooltips: they are made when shown. */
export function KeyLabel(props: KeyLabelProps) {
  // The words on the keys may still have to be fetched; the page must not wait for them.
  return (
    <Suspense fallback={props.label}>
      <WithKeys {...props} />
    </Suspense>
  );
}

function WithKeys({ label, command }: KeyLabelProps) {
  const keys = useKeysOf(command);
  const { singleKeys } = useKeyPreferences();
  const text = useKeysText();
  const first = keys.find((key) => singleKeys || !isSingleKey(key));
  return first === undefined ? label : `${label} (${text(first)})`;
}
