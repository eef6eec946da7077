import type { OcrToken } from "@/api/types";
import { useBoxEditor, type BoxEditor, type ItemOperations } from "../boxes/use-box-editor";
import { merge, newToken, split, twinOf } from "./model";

export type TokenField = "text";
export type TokensEditor = BoxEditor<OcrToken, TokenField>;

const FIELDS = ["text"] as const;
const OPERATIONS: ItemOperations<OcrToken> = { make: newToken, merge, split, twinOf };

export function useTokens(options: Parameters<typeof useBoxEditor<OcrToken, TokenField>>[0]): TokensEditor {
  return useBoxEditor(options, FIELDS, OPERATIONS);
}
