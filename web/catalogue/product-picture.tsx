import { imageHash, imageUrl } from '#contract/image-url.ts'
import { classNames } from '../ui/class-names.ts'
import { useBrokenPicture } from './broken-picture.ts'
import { CategoryDrawing } from './category-drawing.tsx'

type ProductPictureProps = {
  product: { image_url: string | null; category: string }
  /** The size for a card, or for a row of a list. */
  size: 'card' | 'row'
  className?: string
}

/** A product's picture, or its category's drawing. Decorative (empty `alt`), as the name is beside it. */
export function ProductPicture({ product: { image_url, category }, size, className }: ProductPictureProps) {
  const [isBroken, setBroken] = useBrokenPicture(image_url)
  const place = classNames('block shrink-0 overflow-clip', className)
  if (!image_url || isBroken) return <CategoryDrawing category={category} className={place} />
  return (
    <img
      src={addressFor(image_url, size)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={setBroken}
      className={classNames(place, 'bg-surface-sunken object-cover')}
    />
  )
}

/** The address of a picture: our own in the needed size, others unchanged. */
function addressFor(url: string, size: 'card' | 'row') {
  const hash = imageHash(url)
  return hash ? imageUrl(hash, size === 'card' ? 'medium' : 'small') : url
}
