// Draws a table with pieces by WebGL 2. It draws when it is told to, and never by itself.

import { lookAt, type Matrix, multiply, normalize, orthographic, type Vector } from "./matrix";
import { type Mesh, roundBox } from "./mesh";
import { GROUND_FRAGMENT, GROUND_VERTEX, PIECE_FRAGMENT, PIECE_VERTEX, SHADOW_FRAGMENT } from "./shaders";

/** A color from 0 to 1 a channel. */
export type Rgb = readonly [number, number, number];

/** One square of a piece in space. */
export type Block = { at: Vector; size: number; color: Rgb; opacity: number };

/** What does not change from move to move. */
export type Ground = {
  width: number;
  height: number;
  plate: Rgb;
  square: Rgb;
  wood: Rgb;
  dusk: Rgb;
  starts: { x: number; y: number; color: Rgb; isMarked: boolean }[];
};

/** How high a square of a piece is, and how thick the board. */
export const THICKNESS = 0.46;
const BOARD = 0.5;
const SHADOW = 2048;
const NUMBERS_A_BLOCK = 8;
const SUNWARD: Vector = normalize([-0.5, 1, 0.38]);

export class Renderer {
  readonly #gl: WebGL2RenderingContext;
  readonly #programs: Record<"piece" | "ground" | "pieceShadow", WebGLProgram>;
  readonly #block: { vertices: WebGLVertexArrayObject; triangles: number };
  readonly #slab: { vertices: WebGLVertexArrayObject; triangles: number };
  readonly #plane: WebGLVertexArrayObject;
  readonly #blocks: WebGLBuffer;
  readonly #slabPlace: WebGLBuffer;
  readonly #shade: { texture: WebGLTexture; frame: WebGLFramebuffer };

  /** Fails where there is no WebGL 2. */
  constructor(canvas: HTMLCanvasElement, ground: Pick<Ground, "width" | "height">) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: false, powerPreference: "low-power" });
    if (gl === null) throw new Error("WebGL 2 is not available");
    this.#gl = gl;
    this.#programs = {
      piece: program(gl, PIECE_VERTEX, PIECE_FRAGMENT),
      ground: program(gl, GROUND_VERTEX, GROUND_FRAGMENT),
      pieceShadow: program(gl, PIECE_VERTEX, SHADOW_FRAGMENT),
    };
    this.#blocks = buffer(gl);
    this.#slabPlace = buffer(gl);
    this.#block = this.#solid(roundBox([0.492, THICKNESS / 2, 0.492], 0.1), this.#blocks);
    const [x, z] = [ground.width / 2 + 0.8, ground.height / 2 + 0.8];
    this.#slab = this.#solid(roundBox([x, BOARD / 2, z], 0.2), this.#slabPlace);
    this.#plane = this.#square();
    this.#shade = this.#shadowMap();
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  }

  draw(ground: Ground, blocks: readonly Block[], eye: Vector, sight: Matrix, reach: number): void {
    const gl = this.#gl;
    // What one can see through comes last.
    const sorted = blocks.toSorted((one, other) => other.opacity - one.opacity);
    fill(gl, this.#blocks, sorted);
    fill(gl, this.#slabPlace, [{ at: [0, -BOARD / 2, 0], size: 1, color: ground.plate, opacity: 1 }]);
    const away: Vector = [SUNWARD[0] * reach * 2, SUNWARD[1] * reach * 2, SUNWARD[2] * reach * 2];
    const sun = multiply(orthographic(reach * 1.25, 0.1, reach * 5), lookAt(away, [0, 0, 0]));

    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#shade.frame);
    gl.viewport(0, 0, SHADOW, SHADOW);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.useProgram(this.#programs.pieceShadow);
    gl.uniformMatrix4fv(gl.getUniformLocation(this.#programs.pieceShadow, "sight"), false, sun);
    this.#solids(sorted.length);

    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(...ground.dusk, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.#light(this.#programs.ground, sun, eye, sight, ground, reach);
    this.#grounds(ground, reach);
    this.#light(this.#programs.piece, sun, eye, sight, ground, reach);
    gl.enable(gl.BLEND);
    this.#solids(sorted.length);
    gl.disable(gl.BLEND);
  }

  /** Gives the card its memory back. */
  dispose(): void {
    this.#gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  #solids(blocks: number): void {
    const gl = this.#gl;
    for (const [{ vertices, triangles }, count] of [
      [this.#slab, 1],
      [this.#block, blocks],
    ] as const) {
      gl.bindVertexArray(vertices);
      gl.drawElementsInstanced(gl.TRIANGLES, triangles, gl.UNSIGNED_SHORT, 0, count);
    }
  }

  #grounds(ground: Ground, reach: number): void {
    const gl = this.#gl;
    const at = (name: string) => gl.getUniformLocation(this.#programs.ground, name);
    gl.uniform2f(at("size"), ground.width, ground.height);
    gl.uniform3fv(at("plate"), ground.plate);
    gl.uniform3fv(at("square"), ground.square);
    gl.uniform3fv(
      at("wood"),
      ground.wood.map((channel) => channel ** 2.2),
    );
    const starts = Array.from({ length: 4 }, (_, idx) => ground.starts[idx]);
    gl.uniform4fv(
      at("starts"),
      starts.flatMap((start) => [start?.x ?? 0, start?.y ?? 0, start?.isMarked ? 1 : 0, 0]),
    );
    gl.uniform3fv(
      at("paints"),
      starts.flatMap((start) => [...(start?.color ?? [0, 0, 0])]),
    );
    gl.bindVertexArray(this.#plane);
    gl.uniform1i(at("isBoard"), 0);
    gl.uniform4f(at("place"), 0, 0, -BOARD, 1);
    gl.uniform2f(at("shape"), reach * 5, reach * 5);
    gl.drawArrays(gl.TRIANGLES, 0, 6);
    gl.uniform1i(at("isBoard"), 1);
    // A hair above the slab, whose top it is.
    gl.uniform4f(at("place"), 0, 0, 0.004, 1);
    gl.uniform2f(at("shape"), ground.width / 2, ground.height / 2);
    gl.drawArrays(gl.TRIANGLES, 0, 6);
  }

  #light(used: WebGLProgram, sun: Matrix, eye: Vector, sight: Matrix, ground: Ground, reach: number): void {
    const gl = this.#gl;
    const at = (name: string) => gl.getUniformLocation(used, name);
    gl.useProgram(used);
    gl.uniformMatrix4fv(at("sight"), false, sight);
    gl.uniformMatrix4fv(at("sun"), false, sun);
    gl.uniform3fv(at("sunward"), SUNWARD);
    gl.uniform3fv(at("eye"), eye);
    gl.uniform3fv(at("dusk"), ground.dusk);
    gl.uniform1f(at("reach"), reach);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#shade.texture);
    gl.uniform1i(at("shade"), 0);
  }

  /** A mesh that is drawn once for each block in a buffer. */
  #solid(mesh: Mesh, places: WebGLBuffer): { vertices: WebGLVertexArrayObject; triangles: number } {
    const gl = this.#gl;
    const vertices = gl.createVertexArray();
    gl.bindVertexArray(vertices);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer(gl));
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
      gl.vertexAttribPointer(location, 4, gl.FLOAT, false, 4 * NUMBERS_A_BLOCK, offset);
      gl.vertexAttribDivisor(location, 1);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer(gl));
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.triangles, gl.STATIC_DRAW);
    return { vertices, triangles: mesh.triangles.length };
  }

  #square(): WebGLVertexArrayObject {
    const gl = this.#gl;
    const vertices = gl.createVertexArray();
    gl.bindVertexArray(vertices);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer(gl));
    gl.bufferData(
      gl.ARRAY_BUFFER,
      new Float32Array([-1, -1, -1, 1, 1, 1, -1, -1, 1, 1, 1, -1]),
      gl.STATIC_DRAW,
    );
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    return vertices;
  }

  #shadowMap(): { texture: WebGLTexture; frame: WebGLFramebuffer } {
    const gl = this.#gl;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, SHADOW, SHADOW);
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
    return { texture, frame };
  }
}

function fill(gl: WebGL2RenderingContext, places: WebGLBuffer, blocks: readonly Block[]): void {
  const numbers = new Float32Array(blocks.length * NUMBERS_A_BLOCK);
  for (const [idx, { at, size, color, opacity }] of blocks.entries()) {
    numbers.set([...at, size, ...color, opacity], idx * NUMBERS_A_BLOCK);
  }
  gl.bindBuffer(gl.ARRAY_BUFFER, places);
  gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW);
}

function buffer(gl: WebGL2RenderingContext): WebGLBuffer {
  return gl.createBuffer();
}

function program(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const made = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) throw new Error("the graphics card takes no programme");
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) {
    const logs = gl.getAttachedShaders(made)?.map((shader) => gl.getShaderInfoLog(shader)) ?? [];
    throw new Error(
      `the graphics card refuses a programme: ${[gl.getProgramInfoLog(made), ...logs].join(" ")}`,
    );
  }
  return made;
}
