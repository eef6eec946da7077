import { deferredOver } from "@/lib/deferred";
import { useUndoneCaret } from "../boxes/use-undone-caret";
import { LabelInput, type LabelFieldProps } from "./label-input";

/** For somebody who opens an object before the list of words is there. */
function PlainLabelField({ field, value, onWrite, ...props }: LabelFieldProps) {
  const { number, problem, isReadOnly, onLeave, onDone } = props;
  const noteTyped = useUndoneCaret(field, value);
  const write = (label: string) => {
    noteTyped(label);
    onWrite(label);
  };
  return <LabelInput {...{ number, value, problem, isReadOnly, onLeave, onDone }} ref={field} onWrite={write} />;
}

/** Any words will do; those that others used for such things are offered while one types. */
export const LabelField = deferredOver(PlainLabelField, async () => (await import("./label-combobox")).LabelCombobox);
