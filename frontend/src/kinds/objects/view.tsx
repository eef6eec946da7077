import type { ObjectsAnswer } from "@/api/types";
import type { ReadOnlyProps } from "../kind";
import { ObjectCards } from "./object-cards";

export function ObjectsView({ answer }: ReadOnlyProps<ObjectsAnswer>) {
  return <ObjectCards answer={answer} />;
}
