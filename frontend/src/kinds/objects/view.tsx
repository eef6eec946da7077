import type { ObjectsAnswer } from "@/api/types";
import type { ReadOnlyProps } from "../kind";
import { ObjectCards } from "./object-cards";

export function ObjectsView({ answer, lighting }: ReadOnlyProps<ObjectsAnswer>) {
  return (
    <ObjectCards
      answer={answer}
      {...(lighting && { active: lighting.lit, onActive: lighting.onHover, onSelect: lighting.onSelect })}
    />
  );
}
