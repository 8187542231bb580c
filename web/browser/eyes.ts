// How colors look to eyes that lack one kind of cones, and how far apart two colors are.

/** Red, green and blue from 0 to 255. */
export type Rgb = [number, number, number];

export type Deficiency = "none" | "protan" | "deutan" | "tritan";

type Matrix = [Rgb, Rgb, Rgb];

/** The matrices of Machado, Oliveira and Fernandes (2009) for eyes without the cones in question, on linear light. */
const SEEN: Record<Exclude<Deficiency, "none">, Matrix> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (part: number) => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const times = (matrix: Matrix, [x, y, z]: Rgb) =>
  matrix.map(([a, b, c]) => Math.min(1, Math.max(0, a * x + b * y + c * z))) as Rgb;

/** A color as somebody sees it, in linear light from 0 to 1. */
export function seenBy(eyes: Deficiency, color: Rgb): Rgb {
  const light = color.map(linear) as Rgb;
  return eyes === "none" ? light : times(SEEN[eyes], light);
}

/** How different two colors in linear light look: 2 is hardly to be seen, 100 is black and white (CIE 1976). */
export function distance(one: Rgb, other: Rgb): number {
  const [a, b] = [lab(one), lab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

const TO_XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE: Rgb = [0.95047, 1, 1.08883];

function lab(light: Rgb): Rgb {
  const root = (share: number) =>
    share > 216 / 24_389 ? Math.cbrt(share) : ((24_389 / 27) * share + 16) / 116;
  const [x, y, z] = TO_XYZ.map(([a, b, c], idx) =>
    root((a * light[0] + b * light[1] + c * light[2]) / (WHITE[idx] ?? 1)),
  ) as Rgb;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** An opaque color as a browser writes it. */
export function rgbOf(color: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}

/** The contrast of two colors as WCAG counts it: from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const bright = (color: Rgb) => {
    const [red, green, blue] = seenBy("none", color);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const [a, b] = [bright(one), bright(other)];
  return Math.max(a, b) / Math.min(a, b);
}
