/** `crypto.randomUUID` exists on HTTPS and localhost only; a server in a local network has neither. */
export function randomHex(characters: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(characters / 2)));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.slice(0, characters);
}

export function randomUuid(): string {
  const hex = randomHex(32);
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    "-",
  );
}
