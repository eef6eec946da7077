import { Button, Loader, Text, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./image-canvas.module.css";
import { turnTransform, type Turn } from "./turn";
import type { Viewport } from "./viewport";

export type PhotoSource = {
  readonly width: number;
  readonly height: number;
  readonly name: string;
  readonly urls: { readonly view: string; readonly full: string };
};

type PhotoProps = { readonly source: PhotoSource; readonly view: Viewport; readonly turn: Turn };

/** From this zoom on single pixels are meant to be seen, not blurred. */
const PIXELS_FROM = 4;

/** The picture itself: a lighter copy first, the full one when the zoom asks for more than it has. */
export function Photo({ source, view, turn }: PhotoProps) {
  const { t } = useTranslation("workbench");
  const [loaded, setLoaded] = useState<{ url: string; width: number } | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const shown = source.width * view.scale * window.devicePixelRatio;
  const needsFull = loaded !== null && loaded.width < source.width && shown > loaded.width * 1.15;
  const [wantsFull, setWantsFull] = useState(false);
  if (needsFull && !wantsFull) setWantsFull(true);
  const url = wantsFull ? source.urls.full : source.urls.view;
  const style = {
    width: source.width,
    height: source.height,
    transform: photoTransform(source, view, turn),
  };
  const onFail = () => (url === source.urls.full && loaded ? setWantsFull(false) : setFailed(true));
  return (
    <>
      {loaded && loaded.url !== url && (
        <img className={classes.photo} src={loaded.url} alt="" style={style} draggable={false} />
      )}
      <img
        key={`${url} ${String(attempt)}`}
        className={classes.photo}
        src={url}
        alt={t("canvas.photo", { name: source.name })}
        style={style}
        draggable={false}
        data-pixels={view.scale >= PIXELS_FROM || undefined}
        onLoad={(event) => setLoaded({ url, width: event.currentTarget.naturalWidth })}
        onError={onFail}
      />
      {!loaded && !failed && (
        <div className={classes.notice} role="status">
          <Loader size="sm" aria-hidden />
          <VisuallyHidden>{t("canvas.loading")}</VisuallyHidden>
        </div>
      )}
      {failed && (
        <div className={classes.notice} role="alert">
          <Text fw={600}>{t("canvas.broken")}</Text>
          <Text size="sm">{t("canvas.broken_remedy")}</Text>
          <Button
            size="xs"
            variant="default"
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => {
              setFailed(false);
              setAttempt((count) => count + 1);
            }}
          >
            {t("canvas.try_again")}
          </Button>
        </div>
      )}
    </>
  );
}

export function photoTransform(source: PhotoSource, view: Viewport, turn: Turn): string {
  const place = `translate(${String(view.x)}px, ${String(view.y)}px) scale(${String(view.scale)})`;
  return place + turnTransform(source, turn);
}
