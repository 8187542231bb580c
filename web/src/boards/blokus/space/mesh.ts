// The form of one square of a piece: a low box with round edges.

/** Corners with their normals, six numbers each, and the triangles between them. */
export type Mesh = { vertices: Float32Array; triangles: Uint16Array };

/** Half the sides of a box. */
type Sides = readonly [number, number, number];

/** A box with round edges around the middle, given by half its sides and the radius of its edges. */
export function roundBox(half: Sides, radius: number): Mesh {
  // Most corners lie at the edges, where the surface bends.
  const steps = (size: number) => [
    -size,
    -size + 0.35 * radius,
    -size + radius,
    size - radius,
    size - 0.35 * radius,
    size,
  ];
  return box(half, steps, (point) => {
    const core = point.map((value, idx) => clamp(value, (half[idx] ?? 0) - radius));
    const out = point.map((value, idx) => value - (core[idx] ?? 0));
    const length = Math.hypot(...out);
    const normal = out.map((value) => value / length);
    return [...core.map((value, idx) => value + radius * (normal[idx] ?? 0)), ...normal];
  });
}

/** A box with sharp edges, which is a small part of the work of a round one. */
export function plainBox(half: Sides): Mesh {
  return box(
    half,
    (size) => [-size, size],
    (point, axis, side) => [...point, ...[0, 1, 2].map((idx) => (idx === axis ? side : 0))],
  );
}

/** Faces of corners at some steps, but for the lower one, which nobody sees; `bend` gives the place and the normal. */
function box(
  half: Sides,
  steps: (size: number) => number[],
  bend: (point: number[], axis: number, side: number) => number[],
): Mesh {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (const axis of [0, 1, 2]) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const across = steps(half[u] ?? 0);
    const along = steps(half[v] ?? 0);
    for (const side of axis === 1 ? [1] : [-1, 1]) {
      const first = vertices.length / 6;
      for (const b of along) {
        for (const a of across) {
          const point = [0, 0, 0];
          point[axis] = side * (half[axis] ?? 0);
          point[u] = a;
          point[v] = b;
          vertices.push(...bend(point, axis, side));
        }
      }
      triangles.push(...grid(first, across.length, along.length, side));
    }
  }
  return { vertices: new Float32Array(vertices), triangles: new Uint16Array(triangles) };
}

/** The triangles between corners in rows, seen from the given side. */
function grid(first: number, width: number, height: number, side: number): number[] {
  const found: number[] = [];
  for (let row = 0; row + 1 < height; row++) {
    for (let column = 0; column + 1 < width; column++) {
      const at = first + width * row + column;
      const [right, across, below] = [at + 1, at + width + 1, at + width];
      found.push(
        ...(side > 0 ? [at, right, across, at, across, below] : [at, across, right, at, below, across]),
      );
    }
  }
  return found;
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
