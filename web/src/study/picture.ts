// A position as a picture that is saved.

/** How many pixels a unit of the drawing has in a bitmap, so that it is sharp on every screen. */
const PIXELS_PER_UNIT = 3;

/** The size of a drawing, as its view box tells it. */
export function sizeOf(svg: string): { width: number; height: number } {
  const [, width = "0", height = "0"] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  return { width: Number(width), height: Number(height) };
}

/** A drawing as a bitmap. */
export async function bitmapOf(svg: string): Promise<Blob> {
  const { width, height } = sizeOf(svg);
  const image = new Image();
  // Without a size of its own some browsers draw nothing.
  const sized = svg.replace("<svg ", `<svg width="${width}" height="${height}" `);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * PIXELS_PER_UNIT, height * PIXELS_PER_UNIT];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("the picture has no pixels"))), "image/png"),
  );
}

/** Saves something as a file. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
