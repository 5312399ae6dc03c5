import { useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { CategoryDrawing } from './category-drawing.tsx'

type ProductPictureProps = {
  product: { image_url: string | null; category: string }
  /** The size for a card, or for a row of a list. */
  size: 'card' | 'row'
  className?: string
}

/** A product's picture, or its category's drawing. Decorative (empty `alt`), as the name is beside it. */
export function ProductPicture({ product: { image_url, category }, size, className }: ProductPictureProps) {
  const [broken, setBroken] = useState<string>()
  const place = classNames('block shrink-0 overflow-clip', className)
  if (!image_url || broken === image_url) return <CategoryDrawing category={category} className={place} />
  return (
    <img
      src={addressFor(image_url, size)}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(image_url)}
      className={classNames(place, 'bg-surface-sunken object-cover')}
    />
  )
}

const OWN = /^(\/api\/images\/[0-9a-f]+)\.webp$/

/** The address of a picture: our own in the needed size, others unchanged. */
const addressFor = (url: string, size: 'card' | 'row') =>
  url.replace(OWN, size === 'card' ? '$1-400.webp' : '$1-96.webp')
