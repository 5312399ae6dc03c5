import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { looksLikeBarcode } from '#contract/barcodes.ts'
import { barcodeIn } from '#contract/gs1.ts'
import { productSearchText, productSearchWords } from '#contract/product-search.ts'
import { type AdminProduct, listAllProducts, type Warehouse } from '#contract/products.ts'
import { nameLines } from '../../catalogue/name-lines.ts'
import { ProductPicture } from '../../catalogue/product-picture.tsx'
import { useFoundAnnouncement } from '../../lists/found-announcement.ts'
import { useListQuery } from '../../queries.ts'
import { ActiveBadge } from '../../ui/active-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { MORE_FOUND, useSettledText } from '../../ui/settled-text.ts'
import { enqueueScan, untilDialogsAreClosed } from '../scanning/scan-queue.ts'
import { useScanner } from '../scanning/scanner.ts'
import { StoredScans } from '../scanning/stored-scans-strip.tsx'
import { useBarcodes } from './barcode-lookup.ts'
import { CameraSwitch } from './camera/camera-switch.tsx'
import { WarehouseBadge } from './warehouse-badge.tsx'

type ProductFinderProps = {
  /** The field's label. */
  label?: string
  /** The chosen product; if omitted, the field is cleared after each choice. */
  value?: { name: string } | null
  /**
   * Called with a product from the list or found by its barcode (`byBarcode`, with the whole code in `scanned`, and the
   * `quantity` typed for a stored scan), or without one when the choice is cleared. The next scan waits until a returned
   * promise resolves; `false` means that the product was not accepted.
   */
  onChoose: (product?: AdminProduct, byBarcode?: boolean, scanned?: string, quantity?: number) => unknown
  /** Validation message. */
  error?: string
  hint?: string
  required?: boolean
  hideLabel?: boolean
  /** Restricts the search to this warehouse. */
  warehouse?: Warehouse
  /** Restricts the search to active products. */
  onSale?: boolean
  /** Accepts scans wherever the focus is, not only in the field. One per page. */
  anywhere?: boolean
  /** The `/` key focuses the field. One per page. */
  slash?: boolean
  /** Looks up scans in the index of barcodes when there is no network; its products may be minutes old. */
  isIndexed?: boolean
  /** The screen's name under which it stores scans that cannot be looked up. */
  scanScreen?: string | undefined
  /** The stock of the products is not shown. */
  hidesStock?: boolean
  /** Whether the camera can be switched on. */
  hasCamera?: boolean
}

const MAX_SHOWN = 30

/** Finds a product by typed name, brand or barcode, or immediately by a scan. */
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
    isIndexed,
    scanScreen,
    hidesStock = false,
    hasCamera,
  } = props
  const place = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const { items, isSettled, query } = useProductSearch(typed, { warehouse, is_active: onSale ? 'true' : undefined })
  const { lookUp, unknown, forget, question, lookUpStored } = useBarcodes(
    { warehouse, onSale, isIndexed, scanScreen, hidesStock },
    onChoose,
  )
  useScrolledTo(place, unknown)
  const takeBarcode = useBarcodeInput(place, anywhere, lookUp)
  return (
    <div
      ref={place}
      className={classNames('min-w-0 scroll-mt-16', hasCamera && 'grid grid-cols-[1fr_auto] gap-x-2')}
      onKeyDownCapture={takeBarcode}
    >
      <Field label={label} error={unknown?.text ?? error} hint={hint} required={required} hideLabel={hideLabel}>
        <Combobox
          label="Ürünler"
          chosen={value?.name ?? ''}
          placeholder="Ürün, marka veya barkod"
          items={items}
          isProvisional={!isSettled}
          itemKey={product => product.id}
          render={product => <Choice product={product} hidesStock={hidesStock} />}
          onType={text => {
            setTyped(text)
            if (text) forget()
          }}
          onChoose={product => {
            forget()
            onChoose(product)
          }}
          note={<Note query={query} isSettled={isSettled} typed={typed} count={items.length} />}
          slash={slash}
        />
      </Field>
      {hasCamera && <CameraSwitch onCode={code => enqueueScan(lookUp(code))} />}
      {scanScreen && <StoredScans screen={scanScreen} onTake={lookUpStored} />}
      {question}
    </div>
  )
}

/** Scrolls to the element with each fault: a scan may be made while the page is scrolled to the lines below. */
function useScrolledTo(place: RefObject<HTMLElement | null>, fault: object | undefined) {
  useEffect(() => {
    if (fault) place.current?.scrollIntoView({ block: 'nearest' })
  }, [place, fault])
}

type ProductsQuery = ReturnType<typeof useProductSearch>['query']

/**
 * The products that match a text; their number is announced. Results for an earlier text are offered only if they match
 * the current one.
 */
function useProductSearch(
  typed: string,
  filter: { warehouse?: Warehouse | undefined; is_active?: 'true' | undefined },
) {
  const search = useSettledText(typed.trim())
  const query = useListQuery(listAllProducts, { query: { search, ...filter }, enabled: search !== '' })
  const isSettled = search === typed.trim() && !query.isPlaceholderData && !query.isPending
  const found = typed.trim() ? (isSettled ? query.items : query.items.filter(matching(typed))) : []
  useFoundAnnouncement(query, 'ürün', isSettled)
  return { items: found.slice(0, MAX_SHOWN), isSettled, query }
}

function matching(text: string) {
  const words = productSearchWords(text)
  return (product: AdminProduct) => {
    const searched = productSearchText(product)
    return words.every(word => searched.includes(word))
  }
}

type LookUp = ReturnType<typeof useBarcodes>['lookUp']

/**
 * Looks up scans in the element or, if `anywhere`, on the whole page. Returns the element's key handler: Enter looks up
 * a barcode typed in a field.
 */
function useBarcodeInput(place: RefObject<HTMLElement | null>, anywhere: boolean | undefined, lookUp: LookUp) {
  const isInside = (target: Element) => place.current?.contains(target) === true
  useScanner(
    (_, target, code) => {
      const take = lookUp(code)
      return isInside(target) ? take : async () => untilDialogsAreClosed().then(take)
    },
    target => anywhere === true || isInside(target),
  )
  return (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement)) return
    const text = target.value.trim()
    if (!looksLikeBarcode(barcodeIn(text))) return
    event.preventDefault()
    enqueueScan(lookUp(text))
  }
}

function Choice({ product, hidesStock }: { product: AdminProduct; hidesStock: boolean }) {
  const { name, brand, stock_quantity, unit, warehouse, is_active } = product
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <ProductPicture product={product} size="row" className="size-10 rounded-sm" />
      <span className="min-w-0 flex-1">
        <span className={nameLines(name)}>{name}</span>
        <span className="block truncate text-ink-soft text-sm">{brand}</span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-1 text-sm">
        {!hidesStock && (
          <span className="whitespace-nowrap text-ink-soft tabular-nums">
            Eldeki {wholeText(stock_quantity)} {unit}
          </span>
        )}
        <WarehouseBadge warehouse={warehouse} />
        {!is_active && <ActiveBadge active={false} />}
      </span>
    </span>
  )
}

type NoteProps = { query: ProductsQuery; isSettled: boolean; typed: string; count: number }

function Note({ query, isSettled, typed, count }: NoteProps) {
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
  if (count === 0) return isSettled ? `“${typed}” ile eşleşen ürün yok` : 'Ürünler aranıyor'
  return query.hasNextPage || query.items.length > count ? MORE_FOUND : null
}
