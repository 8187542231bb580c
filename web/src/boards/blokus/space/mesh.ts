// The form of one square of a piece: a low box with round edges.

/** Corners with their normals, six numbers each, and the triangles between them. */
export type Mesh = { vertices: Float32Array; triangles: Uint16Array };

/** A box with round edges around the middle, given by half its sides and the radius of its edges. */
export function roundBox(half: readonly [number, number, number], radius: number): Mesh {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (const axis of [0, 1, 2]) {
    for (const side of [-1, 1]) face(half, radius, axis, side, vertices, triangles);
  }
  return { vertices: new Float32Array(vertices), triangles: new Uint16Array(triangles) };
}

function face(
  half: readonly [number, number, number],
  radius: number,
  axis: number,
  side: number,
  vertices: number[],
  triangles: number[],
): void {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  // Most corners lie at the edges, where the surface bends.
  const steps = (size: number) => [
    -size,
    -size + 0.35 * radius,
    -size + radius,
    size - radius,
    size - 0.35 * radius,
    size,
  ];
  const across = steps(half[u] ?? 0);
  const along = steps(half[v] ?? 0);
  const first = vertices.length / 6;
  for (const b of along) {
    for (const a of across) {
      const point = [0, 0, 0];
      point[axis] = side * (half[axis] ?? 0);
      point[u] = a;
      point[v] = b;
      const core = point.map((value, idx) => clamp(value, (half[idx] ?? 0) - radius));
      const out = point.map((value, idx) => value - (core[idx] ?? 0));
      const length = Math.hypot(...out);
      const normal = out.map((value) => value / length);
      vertices.push(...core.map((value, idx) => value + radius * (normal[idx] ?? 0)), ...normal);
    }
  }
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 5; column++) {
      const at = first + 6 * row + column;
      const corners =
        side > 0 ? [at, at + 1, at + 7, at, at + 7, at + 6] : [at, at + 7, at + 1, at, at + 6, at + 7];
      triangles.push(...corners);
    }
  }
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
