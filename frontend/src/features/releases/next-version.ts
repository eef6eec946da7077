const VERSION = /^(\d+)\.(\d+)\.(\d+)(-.+)?$/;

/** The version to offer after the last one of a name: the next minor one, or what a candidate was a candidate for. */
export function nextVersion(last: string | undefined): string {
  const [, major, minor, patch, candidate] = VERSION.exec(last ?? "") ?? [];
  if (major === undefined || minor === undefined || patch === undefined) return "1.0.0";
  return candidate ? `${major}.${minor}.${patch}` : `${major}.${String(Number(minor) + 1)}.0`;
}
