import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { looksLikeBarcode } from '#contract/barcodes.ts'
import { type AdminProduct, findByBarcode, listAllProducts, type Warehouse } from '#contract/catalogue.ts'
import { fold, searchWords } from '#contract/turkish.ts'
import { ApiError, isAbsent, request } from '../api.ts'
import { ActiveBadge } from '../parts/active-badge.tsx'
import { ProductPicture } from '../parts/product-picture.tsx'
import { useListQuery } from '../queries.ts'
import { announce } from '../ui/announce.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { wholeText } from '../ui/number-text.ts'
import { toast } from '../ui/toaster.tsx'
import { useIsHere } from './is-here.ts'
import { alertWhenKeysRest } from './keys-at-rest.ts'
import { enqueueScan, untilDialogsAreClosed } from './scan-queue.ts'
import { untilFieldsAreTrue, useScanner } from './scanner.ts'
import { WarehouseBadge } from './warehouse-badge.tsx'

type ProductFinderProps = {
  /** What the field is called. */
  label?: string
  /** What is chosen; without it the field is empty again after each choice, ready for the next. */
  value?: { name: string } | null
  /**
   * From the list, or `byBarcode`; without a product the choice is taken back. What is scanned next waits until a promise
   * that this answers is kept; `false` says that it was not taken.
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
  const { items, query, sentence } = useFound(typed, { warehouse, is_active: onSale ? 'true' : undefined })
  const { look, unknown, forget } = useBarcodes({ warehouse, onSale }, onChoose)
  useEffect(() => {
    if (sentence) announce(sentence)
  }, [sentence])
  const isInside = (target: Element) => place.current?.contains(target) === true
  useScanner(
    (code, target) => {
      const take = look(code)
      return isInside(target) ? take : async () => untilDialogsAreClosed().then(take)
    },
    target => anywhere === true || isInside(target),
  )
  const enter = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement)) return
    const text = target.value.trim()
    if (!looksLikeBarcode(text)) return
    event.preventDefault()
    enqueueScan(look(text))
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
          note={<Note query={query} typed={typed} count={items.length} />}
          slash={slash}
        />
      </Field>
    </div>
  )
}

type Asked = ReturnType<typeof useFound>['query']

/** The products that a text finds; what came for an earlier text is not offered for this one. */
function useFound(typed: string, filter: { warehouse?: Warehouse | undefined; is_active?: 'true' | undefined }) {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typed ? PAUSE : 0)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useListQuery(listAllProducts, { query: { search, ...filter }, enabled: search !== '' })
  const isSettled = search === typed.trim() && !query.isPlaceholderData
  const found = typed.trim() ? (isSettled ? query.items : query.items.filter(fitting(typed))) : []
  const items = found.slice(0, MOST_SHOWN)
  const count = query.hasNextPage ? `${wholeText(found.length)}’den fazla` : wholeText(found.length)
  const isSaid = isSettled && search !== '' && !query.isFetching && !query.error
  return { items, query, sentence: isSaid ? (items.length ? `${count} ürün bulundu` : 'Ürün bulunamadı') : '' }
}

function fitting(text: string) {
  const words = searchWords(text)
  return ({ name, brand, barcode, category }: AdminProduct) => {
    const written = fold(`${name} ${brand} ${barcode ?? ''} ${category}`)
    return words.every(word => written.includes(word))
  }
}

/** After so many milliseconds a code is looked up again where no answer came. */
const TRIED_AGAIN_AFTER = [300, 1000, 2000]

/** Looks products up by their barcodes, at once, and answers how to take each up when its turn comes. */
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
  const isHere = useIsHere()
  const find = async (barcode: string) => {
    for (let tries = 0; ; tries++)
      try {
        return await request(findByBarcode, { params: { barcode }, query: { warehouse } })
      } catch (error) {
        const wait = TRIED_AGAIN_AFTER[tries]
        if (!(error instanceof ApiError) || error.isDecision || wait === undefined) throw error
        await new Promise(resolve => setTimeout(resolve, wait))
      }
  }
  const take = async (barcode: string, finding: Promise<AdminProduct>) => {
    try {
      const product = await finding
      await untilFieldsAreTrue()
      if (!isHere.current) {
        toast.warning(`“${barcode}” okutuldu, ama ekrandan çıkıldığı için alınmadı`)
        return false
      }
      const isSold = !onSale || product.is_active
      setUnknown(isSold ? undefined : `${product.name} satışta değil`)
      // What is typed next is meant for this product: it stands on the screen before that.
      return isSold && (await flushSync(() => tell.current(product, true))) !== false
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setUnknown(isAbsent(error) ? `“${barcode}” barkodlu ürün bulunamadı` : `“${barcode}” alınamadı; yeniden okutun`)
      if (!isAbsent(error)) await alertWhenKeysRest(error.message)
      return false
    }
  }
  const look = (barcode: string) => {
    const finding = find(barcode)
    // It may fail long before its turn comes.
    finding.catch(() => undefined)
    return () => take(barcode, finding)
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

function Note({ query, typed, count }: { query: Asked; typed: string; count: number }) {
  if (!typed.trim()) return 'Ürün adı, marka veya barkod yazın'
  if (query.error)
    return (
      <span className="flex flex-wrap items-center justify-between gap-2">
        {query.error.message}
        <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          Tekrar dene
        </Button>
      </span>
    )
  if (count === 0) return query.isPending || query.isFetching ? 'Ürünler aranıyor' : `“${typed}” ile eşleşen ürün yok`
  return query.hasNextPage || query.items.length > count ? 'Devamı var; aradığınızı birkaç harfle daraltın' : null
}
