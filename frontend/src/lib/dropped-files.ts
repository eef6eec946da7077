/** What came in by a drop, a folder or the clipboard, and how many files of other kinds were left out. */
export interface Taken {
  files: File[];
  left: number;
}

const PICTURE = /\.(jpe?g|png|webp|gif|tiff?|bmp)$/i;
/** A folder that holds more is worth an archive. */
const MOST_FILES = 20_000;

/** Of folders only the pictures are meant: they hold lists, hidden files and more beside them. */
export function picturesOf(files: readonly File[]): Taken {
  const pictures = files.filter(({ name, type }) => PICTURE.test(name) || type.startsWith("image/"));
  return { files: pictures, left: files.length - pictures.length };
}

/** The files that were dropped, those in folders included, however deep. */
export async function filesOf(transfer: DataTransfer): Promise<Taken> {
  // Both lists are empty as soon as the event is over.
  const files = [...transfer.files];
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (!entries.some((entry) => entry.isDirectory)) return { files, left: 0 };
  const found: File[] = [];
  for (const entry of entries) await walk(entry, found);
  return picturesOf(found);
}

async function walk(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (found.length >= MOST_FILES) return;
  if (entry.isFile) {
    const file = await new Promise<File | null>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(null)),
    );
    if (file) found.push(file);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const some = () => new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
  // A reader gives a hundred at a time, and none at the end.
  for (let part = await some(); part.length > 0; part = await some())
    for (const inner of part) await walk(inner, found);
}

/** Pictures of the clipboard, under names that tell them apart: a browser calls each of them `image.png`. */
export function picturesPasted(clipboard: DataTransfer, now: Date): File[] {
  const stamp = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  const pictures = [...clipboard.files].filter(({ type }) => type.startsWith("image/"));
  return pictures.map((file, index) => {
    const ending = file.type.replace("image/", "").replace("jpeg", "jpg");
    const number = pictures.length > 1 ? `-${String(index + 1)}` : "";
    return file.name && !/^image\.\w+$/.test(file.name)
      ? file
      : new File([file], `pasted-${stamp}${number}.${ending}`, { type: file.type });
  });
}
