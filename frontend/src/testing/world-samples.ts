/** What lists of samples are ordered by. */
export const figuresOf = (id: number, isWaiting: boolean) => ({
  batch: null,
  alike: null,
  answers: isWaiting ? 0 : (id % 3) + 1,
  similarity: id % 3 === 0 ? null : 0.7,
  tokens: isWaiting ? null : 40 + id,
  seconds: isWaiting ? 0 : 60 * id,
  seed: "captioner@2",
  text: "",
  found: null,
});
