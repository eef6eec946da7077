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

interface SignWord {
  text: string;
  size: number;
  box: { x: number; y: number; width: number; height: number };
}

function word(text: string, x: number, y: number, size: number): SignWord {
  const width = Math.round(text.length * size * 0.68);
  return { text, size, box: { x, y, width, height: Math.round(size * 1.1) } };
}

/** What the invented sign says, and where. */
export const SIGN_WORDS: readonly SignWord[] = [
  word("BAKERY", 330, 180, 120),
  word("OPEN", 330, 350, 80),
  word("daily", 580, 365, 60),
  word("6:30", 330, 470, 50),
  word("since", 700, 640, 18),
  word("1998", 770, 640, 18),
];

export function signPicture(seed: number): string {
  const [sky, , thing] = palettes[seed % palettes.length] ?? palettes[0];
  const lines = SIGN_WORDS.map(
    ({ text, size, box }) =>
      `<text x="${String(box.x)}" y="${String(box.y + size * 0.9)}" font-family="monospace" font-size="${String(size)}" font-weight="700" textLength="${String(box.width)}" fill="#fdf6e3">${text}</text>`,
  ).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="0 0 1200 800"><rect width="1200" height="800" fill="${sky}"/><rect x="250" y="110" width="700" height="580" rx="24" fill="${thing}"/><rect x="270" y="130" width="660" height="540" rx="14" fill="none" stroke="#fdf6e3" stroke-width="6"/>${lines}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
