import { Button, Text } from "@mantine/core";
import { IconPlayerStop, IconVolume } from "@tabler/icons-react";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ObjectAnswer } from "@/api/types";
import { KeyLabel } from "@/canvas/key-label";
import { useShortcuts } from "@/canvas/shortcuts";
import { useValue, type ValueStore } from "@/lib/value-store";
import { MentionText } from "../text/mention-text";
import { sentencesOf } from "../text/mentions";
import classes from "./reading.module.css";
import { useAloud } from "./use-aloud";

interface ReadingViewProps {
  written: ValueStore<string>;
  objects: readonly ObjectAnswer[];
  lit: string | null;
  selected: string | undefined;
  onHover: (id: string | null) => void;
  onSelect: (id: string) => void;
}

/** The text as somebody reads it who has only the text; what it names lights up in the image. */
export function ReadingView({ written, objects, ...props }: ReadingViewProps) {
  const text = useValue(written);
  const { t } = useTranslation("workbench");
  const sentences = useMemo(() => sentencesOf(text), [text]);
  const aloud = useAloud(sentences);
  const { onHover } = props;
  // What goes away under the pointer is never left by it.
  useEffect(() => () => onHover(null), [onHover]);
  useShortcuts("aloud", [
    {
      id: "read_aloud",
      keys: ["alt+l"],
      scope: "anywhere",
      isEnabled: () => aloud !== null,
      isUnlisted: aloud === null,
      run: () => aloud?.toggle(),
    },
  ]);
  const isSpeaking = aloud !== null && aloud.at !== null;
  return (
    <div className={classes.reading} tabIndex={0} role="region" aria-label={t("description.read")}>
      {aloud && (
        <Button
          className={classes.aloud}
          size="compact-sm"
          variant={isSpeaking ? "filled" : "default"}
          aria-pressed={isSpeaking}
          leftSection={isSpeaking ? <IconPlayerStop size={15} aria-hidden /> : <IconVolume size={15} aria-hidden />}
          onClick={aloud.toggle}
        >
          <KeyLabel label={t(isSpeaking ? "description.quiet" : "description.aloud")} command="read_aloud" />
        </Button>
      )}
      {text.trim() === "" ? (
        <Text c="dimmed">{t("description.empty_text")}</Text>
      ) : (
        <p className={classes.prose}>
          {sentences.map((sentence, index) => (
            <span key={index} className={classes.sentence} data-spoken={aloud?.at === index || undefined}>
              <MentionText {...props} text={sentence} objects={objects} />
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
