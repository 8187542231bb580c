// Draws a table with pieces by WebGL 2. It draws when it is told to, and never by itself.

import type { BoardTheme } from "../../contract";
import { NUMBERS_A_COPY, Program, type ShadowMap, Sheet, type Solid, shadowMap, solid, square } from "./gl";
import { DUSK, type Surface, textureOf } from "./materials";
import { flattened, lookAt, type Matrix, multiply, normalize, orthographic, type Vector } from "./matrix";
import { type Mesh, plainBox, roundBox } from "./mesh";
import type { Quality } from "./quality";
import { boardTop, type Panel, type Rectangle, tableTop, wallsOf } from "./room";
import {
  FLAT_FRAGMENT,
  LETTERS_FRAGMENT,
  PIECE_FRAGMENT,
  PIECE_VERTEX,
  SHADOW_FRAGMENT,
  SURFACE_FRAGMENT,
  SURFACE_VERTEX,
} from "./shaders";

/** A color from 0 to 1 a channel. */
export type Rgb = readonly [number, number, number];

/** One square of a piece in space. */
export type Block = { at: Vector; size: number; color: Rgb; opacity: number };

/** What does not change from move to move. */
export type Ground = {
  width: number;
  height: number;
  theme: BoardTheme;
  plate: Rgb;
  square: Rgb;
  /** The starts that are still to be covered, at most four. */
  starts: { x: number; y: number; color: Rgb }[];
  /** Whether there is a room around the table. */
  hasWalls: boolean;
};

/** A picture in the room that no light falls on, such as words; `name` tells it from others. */
export type Sign = Rectangle & { name: string; picture: TexImageSource };

/** What lies on the table: what rests, in the same list as long as it does, and what moves or can be seen through. */
export type Blocks = { still: readonly Block[]; moving: readonly Block[] };

/** Everything that there is. */
export type Scene = { ground: Ground; blocks: Blocks; signs: readonly Sign[] };

/** From where everything is seen; `reach` is how far the things lie from the middle. */
export type View = {
  eye: Vector;
  matrix: Matrix;
  reach: number;
  /** Whether more than the table can be seen. */
  isBeyond: boolean;
};

/** How high a square of a piece is, and how thick the board. */
export const THICKNESS = 0.46;
export const BOARD = 0.5;
const SHADOW_SIZES = { soft: 2048, hard: 1024 } as const;
const SHADOWS = { none: 0, hard: 1, soft: 2 } as const;
const SUNWARD: Vector = normalize([-0.5, 1, 0.38]);

/** What is drawn of solids: the board's slab, pieces that rest, and pieces that move. */
type Solids = Record<"slab" | "still" | "moving", Solid>;

export class Renderer {
  readonly #gl: WebGL2RenderingContext;
  readonly #piece: Program;
  readonly #surface: Program;
  readonly #sign: Program;
  readonly #shadow: Program;
  readonly #flat: Program;
  readonly #places: Record<keyof Solids, WebGLBuffer>;
  readonly #solids: Record<"round" | "plain", Solids>;
  readonly #square: WebGLVertexArrayObject;
  /** Where pictures with smooth edges are drawn, where others are, and what is kept of those. */
  readonly #smooth: Sheet;
  readonly #sheet: Sheet;
  readonly #keptSheet: Sheet;
  /** The size of the picture that is kept; nothing where none is. */
  #keptSize: string | null = null;
  readonly #maps = new Map<number, ShadowMap>();
  readonly #textures = new Map<string, WebGLTexture>();
  /** What the card has got already. */
  #known: Blocks = { still: [], moving: [] };
  /** What the map of shadows shows, and its size. */
  #shaded: { blocks: Blocks; size: number } = { blocks: this.#known, size: 0 };

  /** Fails where there is no WebGL 2. */
  constructor(canvas: HTMLCanvasElement, { width, height }: Pick<Ground, "width" | "height">) {
    const gl = canvas.getContext("webgl2", { antialias: false, alpha: false, powerPreference: "low-power" });
    if (gl === null) throw new Error("WebGL 2 is not available");
    this.#gl = gl;
    this.#piece = new Program(gl, PIECE_VERTEX, PIECE_FRAGMENT);
    this.#surface = new Program(gl, SURFACE_VERTEX, SURFACE_FRAGMENT);
    this.#sign = new Program(gl, SURFACE_VERTEX, LETTERS_FRAGMENT);
    this.#shadow = new Program(gl, PIECE_VERTEX, SHADOW_FRAGMENT);
    this.#flat = new Program(gl, PIECE_VERTEX, FLAT_FRAGMENT);
    this.#places = { slab: gl.createBuffer(), still: gl.createBuffer(), moving: gl.createBuffer() };
    const block = [0.492, THICKNESS / 2, 0.492] as const;
    const slab = [width / 2 + 0.8, BOARD / 2, height / 2 + 0.8] as const;
    this.#solids = {
      round: this.#copied(roundBox(block, 0.1), roundBox(slab, 0.2)),
      plain: this.#copied(plainBox(block), plainBox(slab)),
    };
    this.#square = square(gl);
    this.#smooth = new Sheet(gl, 4);
    this.#sheet = new Sheet(gl, 0);
    this.#keptSheet = new Sheet(gl, 0);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** Draws everything; where `keeps` is set, what lies still is drawn once and kept until it is to be forgotten. */
  draw(scene: Scene, view: View, quality: Quality, keeps: boolean): void {
    const gl = this.#gl;
    const { blocks } = scene;
    this.#take(blocks, scene.ground.plate);
    const { reach } = view;
    const away: Vector = [SUNWARD[0] * reach * 2, SUNWARD[1] * reach * 2, SUNWARD[2] * reach * 2];
    const sun = multiply(orthographic(reach * 1.25, 0.1, reach * 5), lookAt(away, [0, 0, 0]));
    const map = this.#mapOf(quality);
    const light = (used: Program) => this.#light(used, sun, view, scene.ground, map, quality);
    const solids = this.#solids[quality.round ? "round" : "plain"];
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    const isKept = keeps && this.#keptSize === `${width} ${height}`;
    if (!isKept) {
      if (quality.shadows !== "none") this.#shade(map, sun, keeps ? { ...blocks, moving: [] } : blocks);
      if (quality.smooth) this.#smooth.begin(width, height);
      else this.#sheet.begin(width, height);
      gl.viewport(0, 0, width, height);
      gl.clearColor(...DUSK[scene.ground.theme], 1);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      this.#still(scene, view, solids, light);
    }
    if (keeps) {
      if (!isKept) (quality.smooth ? this.#smooth : this.#sheet).copyTo(this.#keptSheet);
      this.#keptSize = `${width} ${height}`;
      this.#keptSheet.copyTo(this.#sheet);
      gl.viewport(0, 0, width, height);
      if (quality.shadows !== "none") this.#castFlat(view, blocks.moving.length);
    }
    if (blocks.moving.length !== 0) {
      light(this.#piece);
      gl.enable(gl.BLEND);
      this.#copies(solids.moving, blocks.moving.length);
      gl.disable(gl.BLEND);
    }
    if (quality.smooth && !keeps) this.#smooth.copyTo(this.#sheet);
    this.#sheet.show();
  }

  /** What was kept is drawn again the next time. */
  forget(): void {
    this.#keptSize = null;
  }

  /** Waits until everything is drawn, for who wants to know how long it takes. */
  finish(): void {
    const gl = this.#gl;
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }

  /** Gives the card its memory back. */
  dispose(): void {
    this.#gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  /** Draws what does not move. */
  #still({ ground, blocks, signs }: Scene, view: View, solids: Solids, light: (used: Program) => void): void {
    const gl = this.#gl;
    // What is above comes first, since what it hides need not be drawn.
    light(this.#piece);
    this.#copies(solids.still, blocks.still.length);
    this.#copies(solids.slab, 1);
    light(this.#surface);
    this.#surfaces(ground, view);
    gl.enable(gl.BLEND);
    this.#signs(signs, view);
    gl.disable(gl.BLEND);
  }

  /** The shadows of what moves, as they fall on the board. */
  #castFlat({ matrix }: View, count: number): void {
    const gl = this.#gl;
    this.#flat.use();
    gl.uniformMatrix4fv(this.#flat.at("sight"), false, multiply(matrix, flattened(SUNWARD, 0.02)));
    gl.enable(gl.BLEND);
    this.#copies(this.#solids.plain.moving, count);
    gl.disable(gl.BLEND);
  }

  #copied(block: Mesh, slab: Mesh): Solids {
    const { slab: slabs, still, moving } = this.#places;
    const gl = this.#gl;
    return {
      slab: solid(gl, slab, slabs),
      still: solid(gl, block, still),
      moving: solid(gl, block, moving),
    };
  }

  /** Sends what has changed to the card. */
  #take(blocks: Blocks, plate: Rgb): void {
    const { still, moving } = this.#known;
    if (still === blocks.still && moving === blocks.moving) return;
    if (still !== blocks.still) {
      this.#fill(this.#places.still, blocks.still);
      this.#fill(this.#places.slab, [{ at: [0, -BOARD / 2, 0], size: 1, color: plate, opacity: 1 }]);
    }
    const sorted = blocks.moving.toSorted((one, other) => other.opacity - one.opacity);
    this.#fill(this.#places.moving, sorted);
    this.#known = blocks;
  }

  #fill(places: WebGLBuffer, blocks: readonly Block[]): void {
    const gl = this.#gl;
    const numbers = new Float32Array(blocks.length * NUMBERS_A_COPY);
    for (const [idx, { at, size, color, opacity }] of blocks.entries()) {
      const first = idx * NUMBERS_A_COPY;
      numbers.set(at, first);
      numbers[first + 3] = size;
      numbers.set(color, first + 4);
      numbers[first + 7] = opacity;
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, places);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW);
  }

  #copies({ vertices, triangles }: Solid, count: number): void {
    const gl = this.#gl;
    gl.bindVertexArray(vertices);
    gl.drawElementsInstanced(gl.TRIANGLES, triangles, gl.UNSIGNED_SHORT, 0, count);
  }

  #mapOf({ shadows }: Quality): ShadowMap {
    const size = SHADOW_SIZES[shadows === "soft" ? "soft" : "hard"];
    const map = this.#maps.get(size) ?? shadowMap(this.#gl, size);
    this.#maps.set(size, map);
    return map;
  }

  /** Looks from the sun if anything is new; nobody sees there whether edges are round. */
  #shade({ size, frame }: ShadowMap, sun: Matrix, blocks: Blocks): void {
    const { blocks: old, size: oldSize } = this.#shaded;
    if (size === oldSize && old.still === blocks.still && old.moving === blocks.moving) return;
    const gl = this.#gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.viewport(0, 0, size, size);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    this.#shadow.use();
    gl.uniformMatrix4fv(this.#shadow.at("sight"), false, sun);
    const { slab, still, moving } = this.#solids.plain;
    this.#copies(slab, 1);
    this.#copies(still, blocks.still.length);
    this.#copies(moving, blocks.moving.length);
    this.#shaded = { blocks, size };
  }

  #surfaces(ground: Ground, { reach, isBeyond }: View): void {
    const gl = this.#gl;
    const used = this.#surface;
    gl.uniform2f(used.at("size"), ground.width, ground.height);
    gl.uniform3fv(used.at("plate"), ground.plate);
    gl.uniform3fv(used.at("square"), ground.square);
    gl.uniform1i(used.at("marked"), ground.starts.length);
    if (ground.starts.length !== 0) {
      gl.uniform2fv(
        used.at("starts"),
        ground.starts.flatMap(({ x, y }) => [x, y]),
      );
      gl.uniform3fv(
        used.at("paints"),
        ground.starts.flatMap(({ color }) => [...color]),
      );
    }
    gl.bindVertexArray(this.#square);
    gl.activeTexture(gl.TEXTURE1);
    gl.uniform1i(used.at("texture0"), 1);
    const board = boardTop(ground.width, ground.height);
    const walls = ground.hasWalls && isBeyond ? wallsOf(reach) : [];
    for (const panel of [board, tableTop(reach, ground.hasWalls), ...walls]) {
      gl.bindTexture(gl.TEXTURE_2D, this.#textureOf(ground.theme, panel.surface));
      gl.uniform1i(used.at("isBoard"), panel.surface === "board" ? 1 : 0);
      this.#rectangle(used, panel);
    }
  }

  #signs(signs: readonly Sign[], { matrix }: View): void {
    const gl = this.#gl;
    this.#sign.use();
    gl.uniformMatrix4fv(this.#sign.at("sight"), false, matrix);
    gl.uniform1i(this.#sign.at("texture0"), 1);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindVertexArray(this.#square);
    for (const { name, picture, ...rectangle } of signs) {
      gl.bindTexture(
        gl.TEXTURE_2D,
        this.#kept(`sign ${name}`, () =>
          gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture),
        ),
      );
      this.#rectangle(this.#sign, { ...rectangle, tiles: [1, 1] });
    }
  }

  #rectangle(used: Program, { middle, across, along, tiles }: Omit<Panel, "surface">): void {
    const gl = this.#gl;
    gl.uniform3fv(used.at("middle"), middle);
    gl.uniform3fv(used.at("across"), across);
    gl.uniform3fv(used.at("along"), along);
    gl.uniform2fv(used.at("tiles"), tiles);
    gl.drawArrays(gl.TRIANGLES, 0, 6);
  }

  #light(used: Program, sun: Matrix, view: View, ground: Ground, map: ShadowMap, quality: Quality): void {
    const gl = this.#gl;
    used.use();
    gl.uniformMatrix4fv(used.at("sight"), false, view.matrix);
    gl.uniformMatrix4fv(used.at("sun"), false, sun);
    gl.uniform3fv(used.at("sunward"), SUNWARD);
    gl.uniform3fv(used.at("eye"), view.eye);
    gl.uniform3fv(used.at("dusk"), DUSK[ground.theme]);
    // Without walls everything ends in the dusk.
    const [from, until, most] = ground.hasWalls ? [1.2, 5, 0.75] : [1.5, 3.4, 1];
    gl.uniform3f(used.at("fading"), from * view.reach, until * view.reach, most);
    gl.uniform1i(used.at("shadows"), SHADOWS[quality.shadows]);
    gl.uniform1f(used.at("grain"), 1 / map.size);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, map.texture);
    gl.uniform1i(used.at("shade"), 0);
  }

  #textureOf(theme: BoardTheme, surface: Surface): WebGLTexture {
    const gl = this.#gl;
    return this.#kept(`${theme} ${surface}`, () => {
      const { size, pixels } = textureOf(theme, surface);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, size, size, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    });
  }

  /** A texture that is made when it is first used. */
  #kept(name: string, send: () => void): WebGLTexture {
    const known = this.#textures.get(name);
    if (known !== undefined) return known;
    const gl = this.#gl;
    const made = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, made);
    send();
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST);
    this.#textures.set(name, made);
    return made;
  }
}
