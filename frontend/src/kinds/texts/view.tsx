import { Button, Stack } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TextsAnswer } from "@/api/types";
import type { ReadOnlyProps } from "../kind";
import { PictureRow } from "./picture-row";
import { TextPair } from "./text-pair";

/** What is judged at once, as it was shown: no more is known of the texts here. */
export function TextsView({ answer }: ReadOnlyProps<TextsAnswer>) {
  const { t } = useTranslation("answers");
  const [hasDifferences, setDifferences] = useState(false);
  if (answer.images?.length > 0) {
    const titles = answer.images.map((_, at) => String.fromCharCode(65 + at));
    return <PictureRow pictures={answer.images} titles={titles} />;
  }
  return (
    <Stack gap="xs" align="stretch">
      <TextPair texts={answer.texts} hasDifferences={hasDifferences} />
      {answer.texts.length === 2 && (
        <div>
          <Button
            size="compact-sm"
            variant={hasDifferences ? "filled" : "default"}
            aria-pressed={hasDifferences}
            leftSection={<IconArrowsDiff size={15} aria-hidden />}
            onClick={() => setDifferences((was) => !was)}
          >
            {t("texts.differences")}
          </Button>
        </div>
      )}
    </Stack>
  );
}
