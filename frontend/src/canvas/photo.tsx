import { Button, Loader, Text, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Size } from "./geometry";
import classes from "./image-canvas.module.css";
import { TOLERANCE } from "./pyramid";
import { fills, Sheet, type PhotoSource } from "./sheet";
import { Tiles } from "./tiles";
import type { Turn } from "./turn";
import type { Viewport } from "./viewport";

interface PhotoProps {
  source: PhotoSource;
  view: Viewport;
  turn: Turn;
  screen: Size;
  filter: string | undefined;
}

/** The picture itself: a lighter copy first, then the full one, then tiles, as the zoom asks for them. */
export function Photo({ source, view, turn, screen, filter }: PhotoProps) {
  const { t } = useTranslation("workbench");
  const [loaded, setLoaded] = useState<{ url: string; width: number } | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const shown = source.width * view.scale * window.devicePixelRatio;
  const asksForMore = loaded !== null && loaded.width < source.width && shown > loaded.width * TOLERANCE;
  const [wantsFull, setWantsFull] = useState(false);
  if (asksForMore && !wantsFull) setWantsFull(true);
  const { full, tiles } = source.urls;
  const url = wantsFull ? full : source.urls.view;
  const onFail = () => (url === full && loaded ? setWantsFull(false) : setFailed(true));
  return (
    <>
      <Sheet source={source} view={view} turn={turn} filter={filter}>
        {loaded && loaded.url !== url && <img src={loaded.url} alt="" style={fills(source)} draggable={false} />}
        <img
          key={`${url} ${String(attempt)}`}
          src={url}
          alt={t("canvas.photo", { name: source.name })}
          style={fills(source)}
          draggable={false}
          onLoad={(event) => setLoaded({ url, width: event.currentTarget.naturalWidth })}
          onError={onFail}
        />
        {tiles !== undefined && loaded !== null && (
          <Tiles
            address={tiles}
            source={source}
            view={view}
            turn={turn}
            screen={screen}
            areWanted={asksForMore && loaded.url === full}
          />
        )}
      </Sheet>
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
