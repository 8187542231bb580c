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

/** A rectangle in space: wall, table, the top of the board, or letters. */
export const SURFACE_VERTEX = `${HEAD}
layout(location = 0) in vec2 corner;
uniform mat4 sight;
uniform vec3 middle;
uniform vec3 across;
uniform vec3 along;
uniform vec2 tiles; // how often the texture is repeated
out vec3 where;
out vec3 facing;
out vec4 color;
out vec2 spot;
void main() {
  where = middle + corner.x * across + corner.y * along;
  facing = normalize(cross(along, across));
  color = vec4(1.0);
  spot = (corner * 0.5 + 0.5) * tiles;
  gl_Position = sight * vec4(where, 1.0);
}`;

export const SHADOW_FRAGMENT = `${HEAD}
in vec4 color;
void main() { if (color.a < 0.95) discard; }`;

/** The shadow of what moves above a picture that is kept, as it falls on a plane. */
export const FLAT_FRAGMENT = `${HEAD}
in vec4 color;
in vec3 facing;
out vec4 seen;
void main() {
  // One face of each square is enough, and none lies above another.
  if (color.a < 0.95 || facing.y < 0.5) discard;
  seen = vec4(0.0, 0.0, 0.0, 0.32);
}`;

const LIGHT = `
uniform mat4 sun;
uniform vec3 sunward;
uniform vec3 eye;
uniform vec3 dusk;
uniform vec3 fading; // from where, until where and how much of what is far away is lost in the dusk
uniform int shadows; // none, hard, soft
uniform float grain; // the size of a point of the shadows
uniform sampler2DShadow shade;
in vec3 where;
in vec3 facing;
in vec4 color;
out vec4 seen;

float sunlight(vec3 at) {
  if (shadows == 0) return 1.0;
  vec4 place = sun * vec4(at, 1.0);
  vec3 found = place.xyz / place.w * 0.5 + 0.5;
  if (any(lessThan(found.xy, vec2(0.0))) || any(greaterThan(found.xy, vec2(1.0)))) return 1.0;
  if (shadows == 1) return texture(shade, vec3(found.xy, found.z - 0.003));
  float lit = 0.0;
  for (int x = -1; x <= 1; x++) {
    for (int y = -1; y <= 1; y++) {
      lit += texture(shade, vec3(found.xy + vec2(x, y) * 1.4 * grain, found.z - 0.0016));
    }
  }
  return lit / 9.0;
}

// A square is near enough to how screens show light, and much less work.
vec3 linear(vec3 shown) { return shown * shown; }

vec3 lighted(vec3 stuff, vec3 normal, float gloss) {
  vec3 view = normalize(eye - where);
  vec3 middle = normalize(view + sunward);
  float direct = max(dot(normal, sunward), 0.0) * sunlight(where + normal * 0.03);
  vec3 sky = mix(vec3(0.30, 0.26, 0.22), vec3(0.62, 0.66, 0.74), normal.y * 0.5 + 0.5);
  float rim = 1.0 - max(dot(normal, view), 0.0);
  rim *= rim;
  float spark = max(dot(normal, middle), 0.0);
  for (int k = 0; k < 6; k++) spark *= spark;
  spark *= gloss * 0.5 * step(0.001, direct);
  vec3 light = stuff * (sky * 0.38 + vec3(0.86, 0.8, 0.7) * direct);
  return light + vec3(1.0, 0.96, 0.9) * spark + sky * rim * rim * gloss * 0.12;
}

vec3 shown(vec3 light) {
  float far = smoothstep(fading.x, fading.y, length(where.xz)) * fading.z;
  light = mix(light, linear(dusk), far);
  light = light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14);
  return sqrt(clamp(light, 0.0, 1.0));
}`;

export const PIECE_FRAGMENT = `${HEAD}${LIGHT}
void main() {
  vec3 normal = normalize(facing);
  // Plastic: a little light comes through at the edges.
  vec3 stuff = linear(color.rgb) * (1.0 + 0.12 * (1.0 - normal.y));
  seen = vec4(shown(lighted(stuff, normal, 0.9)), color.a);
}`;

/** What has a texture; on the board there are grooves and starts besides. */
export const SURFACE_FRAGMENT = `${HEAD}${LIGHT}
in vec2 spot;
uniform sampler2D texture0;
uniform bool isBoard;
uniform vec2 size;
uniform vec3 plate;
uniform vec3 square;
uniform int marked; // so many starts are shown
uniform vec2 starts[4];
uniform vec3 paints[4];

vec3 board(out vec3 normal) {
  vec2 p = where.xz + size * 0.5;
  vec2 at = fract(p) - 0.5;
  vec2 edge = 0.5 - abs(at);
  float soft = max(fwidth(p.x), fwidth(p.y));
  float groove = 1.0 - smoothstep(0.03, 0.055 + soft, min(edge.x, edge.y));
  float dip = smoothstep(0.05, 0.16, min(edge.x, edge.y));
  normal = normalize(vec3(at.x * (1.0 - dip) * -0.35, 1.0, at.y * (1.0 - dip) * -0.35));
  vec3 stuff = mix(linear(square), linear(plate) * 0.72, groove);
  for (int k = 0; k < marked; k++) {
    float away = length(p - starts[k] - 0.5);
    float ring = smoothstep(0.36 + soft, 0.34, away) * smoothstep(0.22, 0.24 + soft, away) + smoothstep(0.12 + soft, 0.1, away);
    stuff = mix(stuff, linear(paints[k]), clamp(ring, 0.0, 1.0));
  }
  return stuff;
}

void main() {
  vec3 normal = normalize(facing);
  vec3 stuff = linear(texture(texture0, spot).rgb);
  if (isBoard) stuff *= 1.15 * board(normal);
  seen = vec4(shown(lighted(stuff, normal, isBoard ? 0.25 : 0.3)), 1.0);
}`;

/** Letters are seen as they are written, whatever the light. */
export const LETTERS_FRAGMENT = `${HEAD}
in vec2 spot;
uniform sampler2D texture0;
out vec4 seen;
void main() { seen = texture(texture0, spot); }`;
