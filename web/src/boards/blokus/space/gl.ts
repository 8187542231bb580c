// What WebGL 2 needs many words for.

import type { Mesh } from "./mesh";

/** A program of the graphics card, and where its values are put. */
export class Program {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #places = new Map<string, WebGLUniformLocation | null>();

  constructor(gl: WebGL2RenderingContext, vertex: string, fragment: string) {
    this.#gl = gl;
    this.#program = linked(gl, vertex, fragment);
  }

  use(): void {
    this.#gl.useProgram(this.#program);
  }

  /** Where a value is put; nothing where the program has no such value. */
  at(name: string): WebGLUniformLocation | null {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const found = this.#gl.getUniformLocation(this.#program, name);
    this.#places.set(name, found);
    return found;
  }
}

function linked(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const made = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) throw new Error("the graphics card takes no program");
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) {
    const logs = gl.getAttachedShaders(made)?.map((shader) => gl.getShaderInfoLog(shader)) ?? [];
    throw new Error(
      `the graphics card refuses a program: ${[gl.getProgramInfoLog(made), ...logs].join(" ")}`,
    );
  }
  return made;
}

/** How many numbers say where a copy of a solid is, how large, and of which color. */
export const NUMBERS_A_COPY = 8;

/** A mesh that is drawn once for each place in a buffer. */
export type Solid = { vertices: WebGLVertexArrayObject; triangles: number };

export function solid(gl: WebGL2RenderingContext, mesh: Mesh, places: WebGLBuffer): Solid {
  const vertices = gl.createVertexArray();
  gl.bindVertexArray(vertices);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, mesh.vertices, gl.STATIC_DRAW);
  for (const [location, offset] of [
    [0, 0],
    [1, 12],
  ] as const) {
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, 3, gl.FLOAT, false, 24, offset);
  }
  gl.bindBuffer(gl.ARRAY_BUFFER, places);
  for (const [location, offset] of [
    [2, 0],
    [3, 16],
  ] as const) {
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, 4, gl.FLOAT, false, 4 * NUMBERS_A_COPY, offset);
    gl.vertexAttribDivisor(location, 1);
  }
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.triangles, gl.STATIC_DRAW);
  return { vertices, triangles: mesh.triangles.length };
}

/** The corners of a square from −1 to 1, as two triangles. */
export function square(gl: WebGL2RenderingContext): WebGLVertexArrayObject {
  const vertices = gl.createVertexArray();
  gl.bindVertexArray(vertices);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(
    gl.ARRAY_BUFFER,
    new Float32Array([-1, -1, -1, 1, 1, 1, -1, -1, 1, 1, 1, -1]),
    gl.STATIC_DRAW,
  );
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  return vertices;
}

/** What the sun sees: how far away the nearest thing is, for every point. */
export type ShadowMap = { size: number; texture: WebGLTexture; frame: WebGLFramebuffer };

export function shadowMap(gl: WebGL2RenderingContext, size: number): ShadowMap {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, size, size);
  for (const [name, value] of [
    [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
    [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
    [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
    [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
    [gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE],
  ] as const) {
    gl.texParameteri(gl.TEXTURE_2D, name, value);
  }
  const frame = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, texture, 0);
  return { size, texture, frame };
}

/** A picture that is not shown yet: its colors, and how far away everything in it is. */
export class Sheet {
  readonly frame: WebGLFramebuffer;
  readonly #gl: WebGL2RenderingContext;
  readonly #samples: number;
  readonly #color: WebGLRenderbuffer;
  readonly #depth: WebGLRenderbuffer;
  #width = 0;
  #height = 0;

  /** With more than one sample for each point its edges are smooth. */
  constructor(gl: WebGL2RenderingContext, samples: number) {
    this.#gl = gl;
    this.#samples = samples === 0 ? 0 : Math.min(samples, gl.getParameter(gl.MAX_SAMPLES) as number);
    this.frame = gl.createFramebuffer();
    this.#color = gl.createRenderbuffer();
    this.#depth = gl.createRenderbuffer();
  }

  /** Whatever is drawn from now on is drawn here. */
  begin(width: number, height: number): void {
    const gl = this.#gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    if (width === this.#width && height === this.#height) return;
    for (const [place, kept, format] of [
      [gl.COLOR_ATTACHMENT0, this.#color, gl.RGBA8],
      [gl.DEPTH_ATTACHMENT, this.#depth, gl.DEPTH_COMPONENT24],
    ] as const) {
      gl.bindRenderbuffer(gl.RENDERBUFFER, kept);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, this.#samples, format, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, kept);
    }
    [this.#width, this.#height] = [width, height];
  }

  /** Copies everything to another sheet, on which one goes on drawing. */
  copyTo(other: Sheet): void {
    const gl = this.#gl;
    other.begin(this.#width, this.#height);
    this.#blit(other.frame, gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  }

  /** Brings the colors to the screen; only those of a sheet with one sample, since the screen may have another format. */
  show(): void {
    this.#blit(null, this.#gl.COLOR_BUFFER_BIT);
  }

  #blit(to: WebGLFramebuffer | null, what: number): void {
    const gl = this.#gl;
    const [width, height] = [this.#width, this.#height];
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.frame);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, to);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, what, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, to);
  }
}
