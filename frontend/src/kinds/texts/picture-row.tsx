import { Thumb } from "@/components/thumb";
import { pictureUrl } from "./picture-url";
import classes from "./texts.module.css";

interface PictureRowProps {
  pictures: readonly { key: string }[];
  /** What stands above each. */
  titles: readonly string[];
}

/** Images beside one another, each under its name; a press opens one at full size. */
export function PictureRow({ pictures, titles }: PictureRowProps) {
  return (
    <div className={classes.pictures}>
      {pictures.map(({ key }, at) => (
        <figure key={key} className={classes.picture}>
          <figcaption className={classes.head}>{titles[at]}</figcaption>
          <a href={pictureUrl(key, "full")} target="_blank" rel="noopener">
            <Thumb src={pictureUrl(key)} alt={titles[at] ?? ""} />
          </a>
        </figure>
      ))}
    </div>
  );
}
