import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type AdminProduct, findByBarcode, listAllProducts, type Warehouse } from '#contract/catalogue.ts'
import { fold, searchWords } from '#contract/turkish.ts'
import { ApiError, ask, isAbsent } from '../api.ts'
import { ActiveBadge } from '../parts/active-badge.tsx'
import { usePages } from '../parts/asking.ts'
import { ProductPicture } from '../parts/product-picture.tsx'
import { announce } from '../ui/announce.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { wholeText } from '../ui/number-text.ts'
import { toast } from '../ui/toaster.tsx'
import { useScanner, whenQuiet } from './scanner.ts'
import { WarehouseBadge } from './warehouse-badge.tsx'

type ProductFinderProps = {
  /** What the field is called. */
  label?: string
  /** What is chosen; without it the field is empty again after each choice, ready for the next. */
  value?: { name: string } | null
  /**
   * From the list, or `byBarcode`; without a product the choice is taken back. What is scanned meanwhile waits until a
   * promise that this answers is kept.
   */
  onChoose: (product?: AdminProduct, byBarcode?: boolean) => unknown
  /** Why it cannot stay as it is. */
  error?: string
  hint?: string
  required?: boolean
  hideLabel?: boolean
  /** Only of this warehouse. */
  warehouse?: Warehouse
  /** Only what is on sale. */
  onSale?: boolean
  /** A scanner is heard wherever the focus is, not only in the field. One per page. */
  anywhere?: boolean
  /** `/` on the keyboard comes here. One per page. */
  slash?: boolean
}

const MOST_SHOWN = 30
const PAUSE = 200
/** What is printed below bars: no other word is written so. */
const CODE = /^\d{8,14}$/

/** Finds one of all products: by name, brand or barcode as typed, or at once by a scanner that types. */
export function ProductFinder(props: ProductFinderProps) {
  const {
    label = 'Ürün',
    value,
    onChoose,
    error,
    hint,
    required,
    hideLabel,
    warehouse,
    onSale,
    anywhere,
    slash,
  } = props
  const place = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const { items, asked, sentence } = useFound(typed, { warehouse, is_active: onSale ? 'true' : undefined })
  const { look, unknown, forget } = useBarcodes({ warehouse, onSale }, onChoose)
  useEffect(() => {
    if (sentence) announce(sentence)
  }, [sentence])
  const isInside = (target: Element) => place.current?.contains(target) === true
  useScanner(
    (code, target) => {
      // In a dialog's field, it would have been taken for a quantity.
      if (!isInside(target) && document.querySelector('[role=dialog], [role=alertdialog]'))
        toast.warning('Okutulan ürün alınmadı; önce açık pencereyi kapatın')
      else look(code)
    },
    target => anywhere === true || isInside(target),
  )
  const enter = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement)) return
    const text = target.value.trim()
    if (!CODE.test(text)) return
    event.preventDefault()
    look(text)
  }
  return (
    <div ref={place} className="min-w-0" onKeyDownCapture={enter}>
      <Field label={label} error={unknown ?? error} hint={hint} required={required} hideLabel={hideLabel}>
        <Combobox
          label="Ürünler"
          chosen={value?.name ?? ''}
          placeholder="Ürün, marka veya barkod"
          items={items}
          itemKey={product => product.id}
          render={product => <Choice product={product} />}
          onType={text => {
            setTyped(text)
            if (text) forget()
          }}
          onChoose={product => {
            forget()
            onChoose(product)
          }}
          note={<Note asked={asked} typed={typed} count={items.length} />}
          slash={slash}
        />
      </Field>
    </div>
  )
}

type Asked = ReturnType<typeof useFound>['asked']

/** The products that a text finds; what came for an earlier text is not offered for this one. */
function useFound(typed: string, filter: { warehouse?: Warehouse | undefined; is_active?: 'true' | undefined }) {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typed ? PAUSE : 0)
    return () => clearTimeout(timer)
  }, [typed])
  const asked = usePages(listAllProducts, { query: { search, ...filter }, enabled: search !== '' })
  const isSettled = search === typed.trim() && !asked.isPlaceholderData
  const found = typed.trim() ? (isSettled ? asked.items : asked.items.filter(fitting(typed))) : []
  const items = found.slice(0, MOST_SHOWN)
  const count = asked.hasNextPage ? `${wholeText(found.length)}’den fazla` : wholeText(found.length)
  const isSaid = isSettled && search !== '' && !asked.isFetching && !asked.error
  return { items, asked, sentence: isSaid ? (items.length ? `${count} ürün bulundu` : 'Ürün bulunamadı') : '' }
}

function fitting(text: string) {
  const words = searchWords(text)
  return ({ name, brand, barcode, category }: AdminProduct) => {
    const written = fold(`${name} ${brand} ${barcode ?? ''} ${category}`)
    return words.every(word => written.includes(word))
  }
}

/** Finds products by their barcodes, one after the other as they were scanned. */
function useBarcodes(
  { warehouse, onSale }: { warehouse?: Warehouse | undefined; onSale?: boolean | undefined },
  onFound: (product: AdminProduct, byBarcode: true) => unknown,
) {
  const [unknown, setUnknown] = useState<string>()
  // By the time that a product is found, another may be in hand than when it was scanned.
  const tell = useRef(onFound)
  useEffect(() => {
    tell.current = onFound
  })
  const queue = useRef(Promise.resolve())
  const find = async (barcode: string) => {
    setUnknown(undefined)
    try {
      const product = await ask(findByBarcode, { params: { barcode }, query: { warehouse } })
      await whenQuiet()
      if (onSale && !product.is_active) setUnknown(`${product.name} satışta değil`)
      else await tell.current(product, true)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isAbsent(error)) setUnknown(`“${barcode}” barkodlu ürün bulunamadı`)
      else window.alert(error.message)
    }
  }
  const look = (barcode: string) => {
    const next = () => find(barcode)
    queue.current = queue.current.then(next, next)
  }
  return { look, unknown, forget: () => setUnknown(undefined) }
}

function Choice({ product }: { product: AdminProduct }) {
  const { name, brand, stock_quantity, unit, warehouse, is_active } = product
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <ProductPicture product={product} size="row" className="size-10 rounded-sm" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 break-words">{name}</span>
        <span className="block truncate text-ink-soft text-sm">{brand}</span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-1 text-sm">
        <span className="whitespace-nowrap text-ink-soft tabular-nums">
          Eldeki {wholeText(stock_quantity)} {unit}
        </span>
        <WarehouseBadge warehouse={warehouse} />
        {!is_active && <ActiveBadge active={false} />}
      </span>
    </span>
  )
}

function Note({ asked, typed, count }: { asked: Asked; typed: string; count: number }) {
  if (!typed.trim()) return 'Ürün adı, marka veya barkod yazın'
  if (asked.error)
    return (
      <span className="flex flex-wrap items-center justify-between gap-2">
        {asked.error.message}
        <Button size="small" busy={asked.isFetching} onClick={() => void asked.refetch()}>
          Tekrar dene
        </Button>
      </span>
    )
  if (count === 0) return asked.isPending || asked.isFetching ? 'Ürünler aranıyor' : `“${typed}” ile eşleşen ürün yok`
  return asked.hasNextPage || asked.items.length > count ? 'Devamı var; aradığınızı birkaç harfle daraltın' : null
}
