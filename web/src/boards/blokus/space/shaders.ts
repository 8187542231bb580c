// What the graphics card does: one pass from the sun for the shadows, one from the eye.

const HEAD = `#version 300 es
precision highp float;
precision highp sampler2DShadow;`;

/** Places the squares of pieces: each has an offset, a size, a color and how opaque it is. */
export const PIECE_VERTEX = `${HEAD}
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 placed;
layout(location = 3) in vec4 paint;
uniform mat4 sight;
out vec3 where;
out vec3 facing;
out vec4 color;
void main() {
  where = corner * placed.w + placed.xyz;
  facing = normal;
  color = paint;
  gl_Position = sight * vec4(where, 1.0);
}`;

/** The ground is one large square at some height. */
export const GROUND_VERTEX = `${HEAD}
layout(location = 0) in vec2 corner;
uniform mat4 sight;
uniform vec4 place; // middle x and z, height, half the size
uniform vec2 shape;
out vec3 where;
out vec3 facing;
out vec4 color;
void main() {
  where = vec3(place.x + corner.x * shape.x, place.z, place.y + corner.y * shape.y);
  facing = vec3(0.0, 1.0, 0.0);
  color = vec4(1.0);
  gl_Position = sight * vec4(where, 1.0);
}`;

export const SHADOW_FRAGMENT = `${HEAD}
in vec4 color;
void main() { if (color.a < 0.95) discard; }`;

const LIGHT = `
uniform mat4 sun;
uniform vec3 sunward;
uniform vec3 eye;
uniform vec3 dusk;
uniform float reach;
uniform sampler2DShadow shade;
in vec3 where;
in vec3 facing;
in vec4 color;
out vec4 seen;

float sunlight(vec3 at) {
  vec4 place = sun * vec4(at, 1.0);
  vec3 found = place.xyz / place.w * 0.5 + 0.5;
  if (any(lessThan(found.xy, vec2(0.0))) || any(greaterThan(found.xy, vec2(1.0)))) return 1.0;
  float lit = 0.0;
  float texel = 1.4 / 2048.0;
  for (int x = -1; x <= 1; x++) {
    for (int y = -1; y <= 1; y++) {
      lit += texture(shade, vec3(found.xy + vec2(x, y) * texel, found.z - 0.0016));
    }
  }
  return lit / 9.0;
}

vec3 linear(vec3 shown) { return pow(shown, vec3(2.2)); }

vec3 lighted(vec3 stuff, vec3 normal, float gloss) {
  vec3 view = normalize(eye - where);
  vec3 middle = normalize(view + sunward);
  float direct = max(dot(normal, sunward), 0.0) * sunlight(where + normal * 0.03);
  vec3 sky = mix(vec3(0.30, 0.26, 0.22), vec3(0.62, 0.66, 0.74), normal.y * 0.5 + 0.5);
  float rim = pow(1.0 - max(dot(normal, view), 0.0), 4.0);
  float spark = pow(max(dot(normal, middle), 0.0), 60.0) * gloss * 0.5 * step(0.001, direct);
  vec3 light = stuff * (sky * 0.38 + vec3(0.86, 0.8, 0.7) * direct);
  return light + vec3(1.0, 0.96, 0.9) * spark + sky * rim * gloss * 0.12;
}

vec3 shown(vec3 light) {
  float far = smoothstep(reach * 1.5, reach * 3.4, length(where.xz));
  light = mix(light, linear(dusk), far);
  light = light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14);
  return pow(clamp(light, 0.0, 1.0), vec3(1.0 / 2.2));
}`;

export const PIECE_FRAGMENT = `${HEAD}${LIGHT}
void main() {
  vec3 normal = normalize(facing);
  // Plastic: a little light comes through at the edges.
  vec3 stuff = linear(color.rgb) * (1.0 + 0.12 * (1.0 - normal.y));
  seen = vec4(shown(lighted(stuff, normal, 0.9)), color.a);
}`;

/** The table of wood, and on it the board with its grooves and starts. */
export const GROUND_FRAGMENT = `${HEAD}${LIGHT}
uniform bool isBoard;
uniform vec2 size;
uniform vec3 plate;
uniform vec3 square;
uniform vec3 wood;
uniform vec4 starts[4]; // column, line, whether it is marked
uniform vec3 paints[4];

float hash(vec2 p) { return fract(sin(dot(p, vec2(41.3, 289.1))) * 43758.5453); }
float noise(vec2 p) {
  vec2 cell = floor(p);
  vec2 at = fract(p);
  at = at * at * (3.0 - 2.0 * at);
  return mix(mix(hash(cell), hash(cell + vec2(1, 0)), at.x), mix(hash(cell + vec2(0, 1)), hash(cell + vec2(1, 1)), at.x), at.y);
}

vec3 table() {
  vec2 p = where.xz;
  float plank = floor(p.y / 7.0);
  vec2 grain = vec2(p.x * 0.10 + hash(vec2(plank, 3.0)) * 40.0, p.y * 1.9);
  float rings = noise(grain) * 0.6 + noise(grain * vec2(2.0, 5.0)) * 0.3 + noise(grain * vec2(6.0, 18.0)) * 0.12;
  float joint = abs(fract(p.y / 7.0) - 0.5) * 2.0;
  vec3 stuff = wood * (0.62 + 0.55 * rings) * (0.9 + 0.18 * hash(vec2(plank, 9.0)));
  return stuff * (1.0 - 0.5 * smoothstep(0.985, 1.0, joint));
}

vec3 board(out vec3 normal) {
  normal = vec3(0.0, 1.0, 0.0);
  vec2 p = where.xz + size * 0.5;
  if (any(lessThan(p, vec2(0.0))) || any(greaterThan(p, size))) return linear(plate);
  vec2 at = fract(p) - 0.5;
  vec2 edge = 0.5 - abs(at);
  float soft = max(fwidth(p.x), fwidth(p.y));
  float groove = 1.0 - smoothstep(0.03, 0.055 + soft, min(edge.x, edge.y));
  float dip = smoothstep(0.05, 0.16, min(edge.x, edge.y));
  normal = normalize(vec3(at.x * (1.0 - dip) * -0.35, 1.0, at.y * (1.0 - dip) * -0.35));
  vec3 stuff = mix(linear(square), linear(plate) * 0.72, groove);
  for (int k = 0; k < 4; k++) {
    float away = length(p - starts[k].xy - 0.5);
    float ring = smoothstep(0.36 + soft, 0.34, away) * smoothstep(0.22, 0.24 + soft, away) + smoothstep(0.12 + soft, 0.1, away);
    stuff = mix(stuff, linear(paints[k]), clamp(ring, 0.0, 1.0) * starts[k].z);
  }
  return stuff;
}

void main() {
  vec3 normal = vec3(0.0, 1.0, 0.0);
  vec3 stuff;
  if (isBoard) stuff = board(normal);
  else stuff = table();
  seen = vec4(shown(lighted(stuff, normal, isBoard ? 0.25 : 0.3)), 1.0);
}`;
