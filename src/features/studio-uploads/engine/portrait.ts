/** Width and height of a portrait in pixels. */
const SIZE = 512;

/**
 * Crops the middle of a picture to a square of 512 pixels (WebP), without its metadata such as the place. Resolves to
 * null when the browser cannot read the file as a picture.
 */
export async function cropPortrait(file: Blob): Promise<Blob | null> {
  // A drawing may hold anything; what is drawn from a photograph are points.
  if (!/^image\/(?:jpeg|png|webp|avif|heic)$/.test(file.type)) return null;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const side = Math.min(picture.width, picture.height);
  const x = (picture.width - side) / 2;
  const y = (picture.height - side) / 2;
  canvas.getContext('2d')?.drawImage(picture, x, y, side, side, 0, 0, SIZE, SIZE);
  picture.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.85));
}
