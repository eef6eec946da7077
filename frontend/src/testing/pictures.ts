/** Invented pictures, so that pages can be looked at without a server or files. */
const palettes = [
  ["#9fc5d8", "#5d7d4f", "#b5532f"],
  ["#f0c9a0", "#8b6b4a", "#3c5a73"],
  ["#c9d6de", "#6a7b86", "#a33b3b"],
  ["#f3dd9c", "#4f7a6b", "#2f4858"],
] as const;

export function picture(seed: number, width = 1200, height = 800): string {
  const [sky, ground, thing] = palettes[seed % palettes.length] ?? palettes[0];
  const x = 150 + ((seed * 137) % 600);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}" viewBox="0 0 1200 800"><rect width="1200" height="800" fill="${sky}"/><rect y="520" width="1200" height="280" fill="${ground}"/><circle cx="${String(1000 - x / 2)}" cy="160" r="70" fill="#fff" opacity=".8"/><path d="M${String(x)} 560V330l130-90 130 90v230z" fill="${thing}"/><rect x="${String(x + 100)}" y="430" width="60" height="130" fill="#2b2b2b"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
