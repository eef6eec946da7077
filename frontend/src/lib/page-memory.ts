/** Small things this browser remembers by name; where it may not, they are simply forgotten. */
export function remember(key: string, value: string | null, storage: "device" | "tab" = "device"): void {
  try {
    const place = storage === "device" ? localStorage : sessionStorage;
    if (value === null) place.removeItem(`annotate:${key}`);
    else place.setItem(`annotate:${key}`, value);
  } catch {
    // Storage is full, or forbidden in this frame.
  }
}

export function recall(key: string, storage: "device" | "tab" = "device"): string | null {
  try {
    const place = storage === "device" ? localStorage : sessionStorage;
    return place.getItem(`annotate:${key}`);
  } catch {
    return null;
  }
}
