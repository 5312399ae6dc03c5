/** Side of the uploaded square in pixels; the server stores at most 1,200. */
const SIDE = 1000

/** Decodes a picture file. Throws for types the server does not accept and for files the browser cannot decode. */
export async function readPicture(file: File): Promise<ImageBitmap> {
  if (!/^image\/(jpeg|png|webp)$/.test(file.type)) throw new Error('not a picture')
  return createImageBitmap(file)
}

/**
 * The largest square of a picture as a JPEG data URL, never enlarged. `place` is the position of the square along the
 * longer side: 0 at its start, 1 at its end.
 */
export function cropped(picture: ImageBitmap, place: number): string {
  const { width, height } = picture
  const cut = Math.min(width, height)
  const side = Math.min(cut, SIDE)
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency: transparent pixels would become black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  context.drawImage(picture, (width - cut) * place, (height - cut) * place, cut, cut, 0, 0, side, side)
  return canvas.toDataURL('image/jpeg', 0.88)
}

export const isSquare = ({ width, height }: ImageBitmap) => width === height
