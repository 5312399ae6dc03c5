import { ImageOff } from 'lucide-react'
import { type Ref, useState } from 'react'
import { REFUSALS } from '#contract/refusals.ts'
import { ProductPicture } from '../../catalogue/product-picture.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { RangeInput } from '../../ui/range-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { cropped, isSquare, readPicture } from './picture-cropping.ts'

type PictureFieldProps = {
  /** A URL, a data URL, or `null` for no picture. */
  value: string | null
  onPicture: (url: string | null) => void
  /** Determines the placeholder drawing while there is no picture. */
  category: string
  /** Validation message. */
  error?: string | undefined
  /** The URL field, focused when the picture is invalid. */
  addressRef?: Ref<HTMLInputElement>
}

const MIDDLE = 0.5

/** A product's picture: a file, cropped to a square and scaled before the upload, or an external URL. */
export function PictureField({ value, onPicture, category, error, addressRef }: PictureFieldProps) {
  const { chosen, place, unread, isTyping, setTyping, take, cut, remove, setAddress } = usePictureField(onPicture)
  const isAddress = !chosen && value !== null && !value.startsWith('/')
  return (
    <div className="grid gap-3 sm:grid-cols-[8rem_1fr]">
      <ProductPicture
        product={{ image_url: isTyping || !isShowable(value) ? null : value, category }}
        size="card"
        className="aspect-square w-32 rounded-md border border-line"
      />
      <div className="grid min-w-0 content-start gap-3">
        <Field
          label="Resim"
          error={unread ?? (isAddress ? undefined : error)}
          hint={chosen ? undefined : 'JPEG, PNG veya WebP; kare kesilip küçültülür.'}
        >
          <FileChooser
            file={chosen?.file}
            accept="image/jpeg,image/png,image/webp"
            prompt="Resim seçin"
            onChoose={file => (file ? void take(file) : remove())}
          />
        </Field>
        {chosen && !isSquare(chosen.picture) && (
          <Field label="Kesim yeri">
            <RangeInput value={place} onValue={at => cut(chosen.picture, at)} />
          </Field>
        )}
        {!chosen && (
          <Field label="veya resmin adresi" error={isAddress ? error : undefined}>
            <TextInput
              ref={addressRef}
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://"
              value={isAddress ? value : ''}
              onFocus={() => setTyping(true)}
              onBlur={() => setTyping(false)}
              onChange={({ target }) => setAddress(target.value)}
            />
          </Field>
        )}
        {value && (
          <Button icon={ImageOff} size="small" className="justify-self-start" onClick={remove}>
            Resmi kaldır
          </Button>
        )}
      </div>
    </div>
  )
}

function usePictureField(onPicture: PictureFieldProps['onPicture']) {
  const [chosen, setChosen] = useState<{ file: File; picture: ImageBitmap }>()
  const [place, setPlace] = useState(MIDDLE)
  const [unread, setUnread] = useState<string>()
  const [isTyping, setTyping] = useState(false)
  const forget = () => {
    chosen?.picture.close()
    setChosen(undefined)
    setUnread(undefined)
  }
  const cut = (picture: ImageBitmap, at: number) => {
    setPlace(at)
    onPicture(cropped(picture, at))
  }
  return {
    /** The chosen file and its picture. */
    chosen,
    /** Where the picture is cropped, from 0 to 1. */
    place,
    /** The message if the file cannot be read. */
    unread,
    /** While a URL is being typed nothing is fetched: an incomplete URL may point to another site. */
    isTyping,
    setTyping,
    take: async (file: File) => {
      try {
        const picture = await readPicture(file)
        forget()
        setChosen({ file, picture })
        // The URL field is unmounted without a blur event.
        setTyping(false)
        cut(picture, MIDDLE)
      } catch {
        setUnread(REFUSALS.image_unreadable.detail())
      }
    },
    cut,
    remove: () => {
      forget()
      onPicture(null)
    },
    setAddress: (text: string) => {
      setUnread(undefined)
      onPicture(text.trim() || null)
    },
  }
}

const isShowable = (url: string | null) => url !== null && /^(https:|data:|\/api\/)/.test(url)
