import { ActionIcon, Button, UnstyledButton } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconEqual,
  IconGripVertical,
  IconSeparatorHorizontal,
  IconX,
} from "@tabler/icons-react";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Tip } from "@/lib/tip";
import type { Picture } from "../texts";
import { pictureUrl } from "../texts/picture-url";
import { isTied, letterOf, stepsOf, type Ranks } from "./model";
import classes from "./ranking.module.css";
import type { Grip } from "./use-drag";
import { usePlaceWords, type RankingDesk } from "./use-ranking-desk";

interface TextCardProps {
  text: number;
  words: string;
  picture: Picture | undefined;
  ranks: Ranks;
  desk: RankingDesk;
  /** Null where nothing can be changed. */
  grip: Grip | null;
  isDragged: boolean;
  isRefused: boolean;
  hasTies: boolean;
}

/** Where a longer text is cut on a small screen, until somebody wants the rest. */
const LONG = 180;

/** One text under its letter, with all that can be done to it. */
export function TextCard(props: TextCardProps) {
  const { text, words, picture, ranks, desk, grip } = props;
  const placeWords = usePlaceWords(desk.nameOf);
  return (
    <div
      {...asStop(placeWords(ranks, text))}
      className={classes.card}
      data-text={text}
      data-current={desk.at === text || undefined}
      data-dragged={props.isDragged || undefined}
      data-refused={props.isRefused || undefined}
      onFocus={() => desk.setAt(text)}
    >
      <div className={classes.head}>
        <span className={classes.grip} data-grip="" {...(grip ?? {})}>
          {grip && <IconGripVertical size={16} aria-hidden />}
          <span className={classes.letter}>{letterOf(text)}</span>
        </span>
        {grip && <Acts {...props} />}
      </div>
      {picture ? (
        <CardPicture letter={letterOf(text)} picture={picture} />
      ) : (
        <Words letter={letterOf(text)} words={words} />
      )}
    </div>
  );
}

/** Keys are about the card that has the focus, so each can have it. */
function asStop(label: string) {
  return { role: "group", tabIndex: 0, "aria-label": label };
}

function Acts({ text, ranks, desk, hasTies }: TextCardProps) {
  const { t } = useTranslation("workbench");
  const what = desk.nameOf(text);
  const steps = stepsOf(ranks);
  const at = steps.findIndex((step) => step.includes(text));
  const tied = isTied(ranks, text);
  if (at === -1) {
    return (
      <Button
        size="compact-sm"
        variant="default"
        data-act="up"
        leftSection={<IconArrowUp size={15} aria-hidden />}
        aria-label={t("ranking.put_of", { what, place: steps.length + 1 })}
        onClick={() => desk.up(text)}
      >
        {t("ranking.put", { place: steps.length + 1 })}
      </Button>
    );
  }
  const isFirst = at === 0 && !tied;
  return (
    <span className={classes.acts}>
      <Act
        act="up"
        label={t("ranking.up", { what })}
        icon={<IconArrowUp size={17} aria-hidden />}
        isOff={isFirst}
        onClick={() => desk.up(text, "up")}
      />
      <Act
        act="down"
        label={t("ranking.down", { what })}
        icon={<IconArrowDown size={17} aria-hidden />}
        isOff={at === steps.length - 1 && !tied}
        onClick={() => desk.down(text, "down")}
      />
      {hasTies && (
        <Act
          act="tie"
          label={t(tied ? "ranking.separate" : "ranking.tie", { what })}
          icon={tied ? <IconSeparatorHorizontal size={17} aria-hidden /> : <IconEqual size={17} aria-hidden />}
          isOff={isFirst}
          onClick={() => desk.tie(text, "tie")}
        />
      )}
      <Act
        act="out"
        label={t("ranking.take_out", { what })}
        icon={<IconX size={17} aria-hidden />}
        onClick={() => desk.takeOut(text)}
      />
    </span>
  );
}

interface ActProps {
  act: string;
  label: string;
  icon: ReactNode;
  isOff?: boolean;
  onClick: () => void;
}

/** It keeps the focus when it comes to an end: a disabled button would lose it. */
function Act({ act, label, icon, isOff, onClick }: ActProps) {
  return (
    <Tip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.act}
        data-act={act}
        aria-label={label}
        aria-disabled={isOff || undefined}
        data-disabled={isOff || undefined}
        onClick={isOff ? undefined : onClick}
      >
        {icon}
      </ActionIcon>
    </Tip>
  );
}

/** The address opens the image at full size in a window of its own: ranks stay as they are. */
function CardPicture({ letter, picture: { key, width, height } }: { letter: string; picture: Picture }) {
  const { t } = useTranslation("workbench");
  return (
    <a className={classes.picture} href={pictureUrl(key, "full")} target="_blank" rel="noopener" draggable={false}>
      <img
        src={pictureUrl(key)}
        alt={t("ranking.picture", { letter })}
        width={width}
        height={height}
        decoding="async"
        draggable={false}
      />
    </a>
  );
}

function Words({ letter, words }: { letter: string; words: string }) {
  const { t } = useTranslation("workbench");
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isLong = words.length > LONG;
  return (
    <>
      <p id={id} className={classes.words} data-cut={(isLong && !isOpen) || undefined}>
        {words}
      </p>
      {isLong && (
        <UnstyledButton
          className={classes.more}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t(isOpen ? "ranking.less_of" : "ranking.more_of", { letter })}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? "ranking.less" : "ranking.more")}
        </UnstyledButton>
      )}
    </>
  );
}
