/** The side of the square that is sent, in pixels; the server keeps no more than 1,200. */
const SIDE = 1000

/** A picture as a form takes it. Refuses what the server would refuse, and what the browser cannot read. */
export async function readPicture(file: File): Promise<ImageBitmap> {
  if (!/^image\/(jpeg|png|webp)$/.test(file.type)) throw new Error('not a picture')
  return createImageBitmap(file)
}

/**
 * The largest square of a picture as a data URL, never enlarged. `place` says where along the longer side it is cut: 0 at
 * its beginning, 1 at its end.
 */
export function cropped(picture: ImageBitmap, place: number): string {
  const { width, height } = picture
  const cut = Math.min(width, height)
  const side = Math.min(cut, SIDE)
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  // What is transparent would come out black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  context.drawImage(picture, (width - cut) * place, (height - cut) * place, cut, cut, 0, 0, side, side)
  return canvas.toDataURL('image/jpeg', 0.88)
}

export const isSquare = ({ width, height }: ImageBitmap) => width === height
