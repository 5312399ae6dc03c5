import { Camera, ImageOff } from 'lucide-react'
import { useId } from 'react'
import { REFUSALS } from '#contract/refusals.ts'
import { PICTURE_TYPES } from '../../files/picture-types.ts'
import { Button } from '../../ui/button.tsx'

/** Longer side of the uploaded picture in pixels; the server stores no more. */
const MAX_SIDE = 1200

type CountPictureProps = {
  value: string | null
  /** Called with the picture being scaled, or with a promise of `null` when it is removed. */
  onPicture: (url: Promise<string | null>) => void
}

/** A picture for a counted product, taken with the phone or chosen, and scaled before the upload. */
export function CountPicture({ value, onPicture }: CountPictureProps) {
  const id = useId()
  const take = (file: File) => {
    const picture = scaled(file)
    picture.catch(() => window.alert(REFUSALS.image_unreadable.detail()))
    onPicture(picture)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {value && <img src={value} alt="Sayım resmi" className="size-20 rounded-md border border-line object-cover" />}
      <label
        htmlFor={id}
        className="relative inline-flex h-11 cursor-pointer items-center gap-2 rounded-md border border-line-strong/60 bg-surface px-4 font-medium transition-colors hover:bg-surface-sunken has-focus-visible:outline-2 has-focus-visible:outline-focus"
      >
        <Camera aria-hidden className="size-4" />
        {value ? 'Başka resim çek' : 'Resim çek'}
        <input
          id={id}
          type="file"
          accept={PICTURE_TYPES}
          capture="environment"
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // Cleared so that choosing the same file again fires a change event.
            target.value = ''
            if (file) take(file)
          }}
        />
      </label>
      {value && (
        <Button size="large" icon={ImageOff} onClick={() => onPicture(Promise.resolve(null))}>
          Resmi kaldır
        </Button>
      )}
    </div>
  )
}

/** A thumbnail of a picture taken while counting; a click opens the full picture. */
export function CountedPicture({ url, product_name }: { url: string; product_name: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      aria-label={`Resmi aç: ${product_name}`}
      // The target is larger than the picture on touch screens, without making the row higher.
      className="relative shrink-0 rounded-sm after:absolute after:-inset-1 sm:pointer-fine:after:hidden"
    >
      <img
        src={url.replace(/\.webp$/, '-96.webp')}
        alt=""
        loading="lazy"
        className="size-9 rounded-sm border border-line object-cover"
      />
    </a>
  )
}

async function scaled(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  // JPEG has no transparency: transparent pixels would become black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.toDataURL('image/jpeg', 0.85)
}
