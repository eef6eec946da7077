import { Center } from "@mantine/core";
import { IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./thumb.module.css";

interface ThumbProps {
  src: string;
  /** Empty where the text beside it names the image already. */
  alt: string;
  size?: number;
}

/** A small picture that keeps its place while it loads and when it is missing. */
export function Thumb({ src, alt, size }: ThumbProps) {
  const [missing, setMissing] = useState(false);
  const box = size === undefined ? undefined : { width: size, height: size };
  if (missing) {
    return (
      <Center className={classes.frame} style={box}>
        <IconPhotoOff size={20} aria-hidden />
      </Center>
    );
  }
  return (
    <img
      className={classes.frame}
      style={box}
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setMissing(true)}
    />
  );
}
