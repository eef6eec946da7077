import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { OcrAnswer } from "@/api/types";
import type { ReadOnlyProps } from "../kind";
import classes from "./view.module.css";

/** The strings read in the image, in their order. */
export function OcrView({ answer }: ReadOnlyProps<OcrAnswer>) {
  const { t } = useTranslation("answers");
  if (answer.tokens.length === 0) return <Text c="dimmed">{t("ocr.none")}</Text>;
  return (
    <ol className={classes.tokens} aria-label={t("ocr.list")}>
      {answer.tokens.map((token) => (
        <li key={token.id} className={classes.token} data-illegible={!token.legible || undefined}>
          {token.legible ? token.text : t("ocr.illegible")}
        </li>
      ))}
    </ol>
  );
}
