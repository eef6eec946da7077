import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/api/client";
import { isApiError } from "@/api/errors";
import type { Size } from "./geometry";
import type { PhotoSource } from "./sheet";
import { addressOf, levelFor, sightOf, tilesIn, type Pyramid, type Tile } from "./pyramid";
import type { Turn } from "./turn";
import type { Viewport } from "./viewport";

interface TilesProps {
  address: string;
  source: PhotoSource;
  view: Viewport;
  turn: Turn;
  screen: Size;
  /** Whether the zoom asks for more than the copy of the whole image has. */
  areWanted: boolean;
}

const MOST_ATTEMPTS = 10;

/** The server cuts tiles when they are first asked for, and may be busy with those of others. */
const pyramidQuery = (address: string) =>
  queryOptions({
    queryKey: ["tiles", address],
    queryFn: ({ signal }) => api.get<Pyramid>(address.replace("/api/v1", ""), { signal }),
    staleTime: Infinity,
    // Without them the image is only less sharp: nothing that anybody must be told.
    retry: (failures, error) => failures < MOST_ATTEMPTS && isApiError(error) && error.retry,
  });

/**
 * The original resolution, only of what is on screen. They are asked for as soon as this is on the
 * page, so that the server has cut them before anybody zooms in.
 */
export function Tiles({ address, source, view, turn, screen, areWanted }: TilesProps) {
  const { data: pyramid } = useQuery(pyramidQuery(address));
  if (!pyramid || !areWanted) return null;
  const level = levelFor(pyramid, view.scale * window.devicePixelRatio);
  return tilesIn(pyramid, level, sightOf(view, source, turn, screen), source).map((tile) => {
    const url = addressOf(address, tile);
    return <TileImage key={url} url={url} tile={tile} />;
  });
}

/** Until it is there, and if it never comes, the copy of the whole image is seen in its place. */
function TileImage({ url, tile }: { url: string; tile: Tile }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return null;
  const { x, y, width, height } = tile.box;
  return (
    <img
      src={url}
      alt=""
      decoding="async"
      draggable={false}
      data-tile=""
      style={{ left: x, top: y, width, height }}
      onError={() => setMissing(true)}
    />
  );
}
