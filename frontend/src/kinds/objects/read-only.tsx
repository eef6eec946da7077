import type { ObjectsAnswer } from "@/api/types";
import { ObjectsList } from "@/components/objects-answer";
import type { ReadOnlyProps } from "../read-only";

export function ObjectsView({ answer }: ReadOnlyProps<ObjectsAnswer>) {
  return <ObjectsList objects={answer.objects} />;
}
