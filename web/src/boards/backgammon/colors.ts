// Colors that somebody has chosen for the backgammon board, instead of those of its material.

/** What can have a color of one's own. */
export const PARTS = ["board", "bar", "outline", "one", "two"] as const;

/** A part of the board, or the checkers of a player. */
export type Part = (typeof PARTS)[number];

/** The chosen colors, as `#rrggbb`; parts that are missing look as their material does. */
export type OwnColors = Partial<Record<Part, string>>;

/** The property of the style sheet that a part is known by. */
export const PROPERTY: Record<Part, string> = {
  board: "--felt-dark",
  bar: "--bar-dark",
  outline: "--outline",
  one: "--one",
  two: "--two",
};

const DARK = "#17110d";
const LIGHT = "#fffaf2";

/** What is left of something that was stored: parts that exist, with colors that are colors. */
export function readColors(stored: unknown): OwnColors {
  if (typeof stored !== "object" || stored === null) return {};
  const known = Object.entries(stored).filter(
    ([part, color]) => (PARTS as readonly string[]).includes(part) && isColor(color),
  );
  return Object.fromEntries(known) as OwnColors;
}

/** The declarations that paint a board in some colors: each brings its shades along. */
export function paint(own: OwnColors): string {
  const declarations: string[] = [];
  const set = (name: string, value: string) => declarations.push(`${name}: ${value}`);
  if (own.board) {
    set("--felt-dark", own.board);
    set("--felt-light", mixed(own.board, LIGHT, 0.18));
  }
  if (own.bar) {
    set("--bar-dark", own.bar);
    set("--bar-light", mixed(own.bar, LIGHT, 0.18));
  }
  if (own.outline) set("--outline", own.outline);
  for (const part of ["one", "two"] as const) {
    const color = own[part];
    if (color === undefined) continue;
    set(`--${part}`, color);
    set(`--${part}-light`, mixed(color, LIGHT, 0.45));
    set(`--${part}-dark`, mixed(color, DARK, 0.3));
    set(`--${part}-line`, mixed(color, DARK, 0.55));
    set(`--${part}-ink`, brightness(color) > 0.35 ? DARK : LIGHT);
  }
  return declarations.join("; ");
}

/** Whether two colors are as good as one to whoever sees only light and dark. */
export function isAlike(one: string, other: string): boolean {
  const [darker = 0, brighter = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (brighter + 0.05) / (darker + 0.05) < 1.5;
}

function isColor(value: unknown): value is string {
  return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function mixed(color: string, other: string, share: number): string {
  const others = channels(other);
  const mix = (value: number, idx: number) => Math.round(value + ((others[idx] ?? 0) - value) * share);
  const text = channels(color).map((value, idx) => mix(value, idx).toString(16).padStart(2, "0"));
  return `#${text.join("")}`;
}

/** The relative luminance, as WCAG counts it. */
function brightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
