import { ImageOff } from 'lucide-react'
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { REFUSALS } from '#contract/refusals.ts'
import { ProductPicture } from '../../catalogue/product-picture.tsx'
import { PICTURE_TYPES } from '../../files/picture-types.ts'
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
  /** Called with whether a chosen file is being read; a form saved during that would lack the picture. */
  onReading: (isReading: boolean) => void
  /** Determines the placeholder drawing while there is no picture. */
  category: string
  /** Validation message. */
  error?: string | undefined
  /** The URL field, focused when the picture is invalid. */
  addressRef?: Ref<HTMLInputElement>
}

const MIDDLE = 0.5

/** A product's picture: a file, cropped to a square and scaled before the upload, or an external URL. */
export function PictureField({ value, onPicture, onReading, category, error, addressRef }: PictureFieldProps) {
  const { isReading, take, stop } = usePictureReading(onReading)
  const { chosen, place, unread, isTyping, setTyping, show, refuse, cut, remove, setAddress } = usePictureField(
    value,
    onPicture,
    stop,
  )
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
          hint={isReading ? 'Resim okunuyor…' : chosen ? undefined : 'JPEG, PNG veya WebP; kare kesilip küçültülür.'}
        >
          <FileChooser
            file={chosen?.file}
            accept={PICTURE_TYPES}
            prompt="Resim seçin"
            onChoose={file => (file ? void take(file, show, refuse) : remove())}
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

/** Reads the chosen file. Of two, only the later one counts; `stop` discards it. */
function usePictureReading(onReading: PictureFieldProps['onReading']) {
  const [reading, setReading] = useState<File>()
  const latest = useRef<File>(undefined)
  const isReading = reading !== undefined
  const report = useEffectEvent(onReading)
  useEffect(() => {
    report(isReading)
    return () => report(false)
  }, [isReading])
  const begin = (file: File | undefined) => {
    latest.current = file
    setReading(file)
  }
  // A picture that is read after the form is closed does not appear in the next one.
  useEffect(() => () => void (latest.current = undefined), [])
  const take = async (file: File, show: (picture: ImageBitmap, file: File) => void, refuse: () => void) => {
    begin(file)
    const picture = await readPicture(file).catch(() => undefined)
    if (latest.current !== file) return picture?.close()
    begin(undefined)
    if (picture) show(picture, file)
    else refuse()
  }
  return { isReading, take, stop: () => begin(undefined) }
}

function usePictureField(value: string | null, onPicture: PictureFieldProps['onPicture'], stopReading: () => void) {
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
    /** The chosen file and its picture, as long as the form has it: after a conflict that may be another user's. */
    chosen: value?.startsWith('data:') ? chosen : undefined,
    /** Where the picture is cropped, from 0 to 1. */
    place,
    /** The message if the file cannot be read. */
    unread,
    /** While a URL is being typed nothing is fetched: an incomplete URL may point to another site. */
    isTyping,
    setTyping,
    show: (picture: ImageBitmap, file: File) => {
      forget()
      setChosen({ file, picture })
      // The URL field is unmounted without a blur event.
      setTyping(false)
      cut(picture, MIDDLE)
    },
    refuse: () => setUnread(REFUSALS.image_unreadable.detail()),
    cut,
    remove: () => {
      stopReading()
      forget()
      onPicture(null)
    },
    setAddress: (text: string) => {
      stopReading()
      setUnread(undefined)
      onPicture(text.trim() || null)
    },
  }
}

const isShowable = (url: string | null) => url !== null && /^(https:|data:|\/api\/)/.test(url)
