/** Storage may be full, forbidden or broken: then it is as if nothing were there. */
export function attempt<R>(action: () => R, otherwise: R): R {
  try {
    return action();
  } catch {
    return otherwise;
  }
}
