import { EllipsisVertical, LayoutGrid, Rows3, X } from 'lucide-react'
import { lazy, memo, type ReactNode, Suspense, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { InCart, JustAdded } from '../cart/add-to-cart.tsx'
import { ListStates } from '../lists/list-states.tsx'
import { OfflineDataNote } from '../lists/offline-data-note.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { useStoredText } from '../pwa/stored-text.ts'
import { focusAfterRemoval } from '../ui/focus-after-removal.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Page } from '../ui/page.tsx'
import { Popover, usePopover } from '../ui/popover.tsx'
import { putInto } from '../ui/query-params.ts'
import { useSearchParams } from '../ui/router.tsx'
import { SearchField } from '../ui/search-input.tsx'
import { Select } from '../ui/select.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { useTypedSearch } from '../ui/typed-search.ts'
import { VirtualGrid } from '../ui/virtual-grid.tsx'
import { useCatalogue, useCategories } from './catalogue.ts'
import { CatalogueDownloadButton } from './catalogue-download-button.tsx'
import { ProductActions } from './product-actions.tsx'
import { ProductCard, ProductCardSkeleton } from './product-card.tsx'
import { ProductDetailFromUrl } from './product-detail-from-url.tsx'

const NewRows = lazy(async () => ({ default: (await import('../lists/new-rows.tsx')).NewRows }))
const CatalogueRow = lazy(async () => ({ default: (await import('./product-row.tsx')).CatalogueRow }))
const EmptyCatalogue = lazy(async () => ({ default: (await import('./empty-catalogue.tsx')).EmptyCatalogue }))
const ScannedProducts = lazy(async () => ({ default: (await import('./scanned-products.tsx')).ScannedProducts }))

/** The catalogue with prices; search and filters are in the URL. */
export function CataloguePage({ title, windowTitle = title, note }: CataloguePageProps) {
  const { search, filter } = useFilters()
  const [isSearching, setSearching] = useState(search !== '')
  const field = useRef<HTMLDivElement>(null)
  const early = useRef<KeyboardEvent[]>([])
  const typed = useTypedSearch(search, text => filter({ search: text }))
  const deferred = useDeferredValue(typed.text)
  const [isFast, setFast] = useState(false)
  const lastKey = useRef(Number.NEGATIVE_INFINITY)
  const setText = (text: string) => {
    const now = performance.now()
    setFast(now - lastKey.current < FAST)
    lastKey.current = now
    // The best matches are at the top. Scrolled before they are rendered, as it would cost another layout afterwards.
    if (window.scrollY > 0) window.scrollTo({ top: 0, behavior: 'instant' })
    typed.setText(text)
  }
  const showScanned = (code: string) => {
    // The product may belong to another category.
    filter({ category: '', search: code })
    typed.search(code)
  }
  return (
    <Page title={title} windowTitle={windowTitle}>
      {note}
      <div className="grid min-w-0 gap-1 sm:gap-3">
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- events bubble to it from its field */}
        <div
          ref={field}
          className="-mx-gutter -mt-3 sticky top-(--sticky-top) z-20 flex gap-2 bg-canvas px-gutter pt-2 pb-1 sm:py-3"
          // Prepares the stored catalogue before the first keystroke.
          onFocus={() => setSearching(true)}
          // A scanner may be faster than the code that recognizes scans is loaded.
          onKeyDown={({ nativeEvent }) => early.current.push(nativeEvent)}
        >
          <SearchField slash label="Ürün veya marka ara" typed={{ ...typed, setText }} className="flex-1 sm:max-w-96" />
          <CategorySelect />
        </div>
        <CategoryChips />
        {/* Rendered together with the letter, matches are painted sooner; deferred for keys as fast as a scanner's. */}
        <Results typed={isFast ? deferred : typed.text} isSearching={isSearching} setText={typed.setText} />
      </div>
      {isSearching && (
        <Suspense>
          <ScannedProducts field={field} early={early} onScan={showScanned} />
        </Suspense>
      )}
    </Page>
  )
}

/** The interval, in ms, below which a key is shown before its matches are rendered. */
const FAST = 100

type CataloguePageProps = {
  title: string
  windowTitle?: string
  /** Shown above the filters. */
  note?: ReactNode
}

// Memoized, so that it is not rendered again with every keystroke.
const CategorySelect = memo(function CategorySelect() {
  const { category, categories, filter } = useCategoryFilter()
  return (
    <Select
      aria-label="Kategori"
      value={category}
      onChange={event => filter({ category: event.target.value })}
      placeholder={ALL_CATEGORIES}
      options={categories.map(name => ({ value: name, label: name }))}
      className="max-sm:hidden! w-56"
    />
  )
})

/** The categories on phones: one line, which scrolls. */
const CategoryChips = memo(function CategoryChips() {
  const { category, categories, filter } = useCategoryFilter()
  const chosen = useRef<HTMLLabelElement>(null)
  // Runs again when the categories arrive, but not with every keystroke, as it costs a layout.
  useLayoutEffect(() => showInLine(chosen.current), [category, categories.length])
  return (
    <fieldset
      aria-label="Kategoriler"
      className="-mx-gutter flex min-w-0 gap-2 overflow-x-auto px-gutter [scrollbar-width:none] sm:hidden"
    >
      {['', ...categories].map(name => (
        <label
          key={name}
          ref={name === category ? chosen : undefined}
          className={CHIP + (name === category ? CHOSEN : 'border-line bg-surface')}
        >
          <input
            type="radio"
            name="category"
            checked={name === category}
            onChange={() => filter({ category: name })}
            className="absolute inset-0 cursor-pointer appearance-none"
          />
          {name || ALL_CATEGORIES}
        </label>
      ))}
    </fieldset>
  )
})

const ALL_CATEGORIES = 'Tüm kategoriler'
const CHIP =
  'relative flex h-11 shrink-0 items-center rounded-full border px-3 text-sm has-focus-visible:outline-2 has-focus-visible:outline-focus '
const CHOSEN = 'border-brand-ink bg-brand-soft font-medium text-brand-ink'

/** Scrolls a chip into view in its line. Not by `scrollIntoView`, which would also scroll the page. */
const showInLine = (chip: HTMLElement | null) => chip?.parentElement?.scrollTo({ left: chip.offsetLeft - 64 })

function useCategoryFilter() {
  const { category, filter } = useFilters()
  return { category, categories: withChosen(useCategories(), category), filter }
}

type ResultsProps = { typed: string; isSearching: boolean; setText: (text: string) => void }

/** The matching products, below their count. */
const Results = memo(function Results({ typed, isSearching, setText }: ResultsProps) {
  const { search, category, filter } = useFilters()
  const [density, setDensity] = useStoredText('catalogue-density')
  const { query, count, isProvisional, storedAt, waiting } = useCatalogue({ search, category, typed, isSearching })
  const isOutdated = waiting && (waiting.added > 0 || waiting.isOutdated)
  const isFiltered = Boolean(search || typed || category)
  const clearAll = (press: { detail: number }) => {
    focusAfterRemoval(press)
    setText('')
    filter({ search: '', category: '' })
  }
  return (
    <div className="grid min-w-0 gap-1 sm:gap-3">
      <div className="flex items-center gap-x-2 max-sm:-mr-2">
        <output className="mr-auto text-ink-soft">
          {query.isPending || query.isPlaceholderData || isProvisional
            ? 'Aranıyor…'
            : (!query.error || query.items.length > 0) &&
              `${count === undefined ? `${wholeText(query.items.length)}+` : wholeText(count)} ürün`}
        </output>
        {isFiltered && <IconButton icon={X} label="Filtreleri temizle" onClick={clearAll} />}
        <Density isList={density === LIST} onChange={isList => setDensity(isList ? LIST : '')} />
        <Download category={category} />
      </div>
      <OfflineDataNote what={count === query.items.length ? 'katalog' : 'kataloğun bir kısmı'} at={storedAt} />
      <div className="@container min-w-0" aria-busy={isProvisional}>
        {query.isPending ? (
          <CardsLoading />
        ) : (
          <ListStates
            query={query}
            empty={
              <Suspense>
                <EmptyCatalogue onClear={isFiltered && clearAll} />
              </Suspense>
            }
          >
            <Suspense>{isOutdated && <NewRows waiting={waiting} noun="ürün" place="search" />}</Suspense>
            <Suspense fallback={<CardsLoading />}>
              <VirtualGrid
                key={density}
                label="Ürünler"
                items={query.items}
                itemKey={product => product.id}
                {...(density === LIST ? AS_LIST : AS_CARDS)}
                onEndReached={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
                loadingMore={query.isFetchingNextPage}
              />
            </Suspense>
          </ListStates>
        )}
      </div>
      <ProductDetailFromUrl products={query.items} />
    </div>
  )
})

const LIST = 'list'

/** Switches between cards and a dense list; the choice is stored for the user in this browser. */
function Density({ isList, onChange }: { isList: boolean; onChange: (isList: boolean) => void }) {
  return [false, true].map(own => (
    <IconButton
      key={String(own)}
      icon={own ? Rows3 : LayoutGrid}
      label={own ? 'Liste' : 'Kartlar'}
      aria-pressed={own === isList}
      onClick={() => onChange(own)}
      className="aria-pressed:bg-brand-soft aria-pressed:text-brand-ink!"
    />
  ))
}

/** The download of the catalogue as a PDF; on phones in a menu. */
function Download({ category }: { category: string }) {
  const menu = usePopover()
  const button = <CatalogueDownloadButton category={category} disabled={!useOnline()} />
  return (
    <>
      <div className="-mr-2 max-sm:hidden">{button}</div>
      <IconButton {...menu.trigger} icon={EllipsisVertical} label="Diğer işlemler" className="sm:hidden" />
      <Popover state={menu} label="Diğer işlemler" className="rounded-md p-2">
        {button}
      </Popover>
    </>
  )
}

/** The search and the category in the URL, and a function that changes them. */
function useFilters() {
  const [params, setParams] = useSearchParams()
  const filter = (changes: { search?: string; category?: string }) =>
    // Back undoes a choice, or a search as a whole: the letters after the first replace the history entry.
    setParams(present => putInto(present, changes), { replace: Boolean(changes.search && searched()) })
  return { search: params.get('search') ?? '', category: params.get('category') ?? '', filter }
}

/** The current search in the URL; the screen may lag behind it. */
const searched = () => new URLSearchParams(location.search).get('search')

/** The categories, including the one in the URL even if it no longer has products. */
const withChosen = (categories: readonly string[], chosen: string) =>
  chosen && !categories.includes(chosen) ? [chosen, ...categories] : categories

/** Memoized by product, as most keystrokes of a search leave some cards unchanged. */
const CatalogueCard = memo(function CatalogueCard({ product }: { product: Product }) {
  return (
    <ProductCard
      product={product}
      mark={<InCart product={product} />}
      news={<JustAdded product={product} className={OVER_PICTURE} />}
    >
      <ProductActions product={product} />
    </ProductCard>
  )
})

const AS_CARDS = {
  estimate: (columns: number) => (columns === 1 ? 205 : 430),
  render: (product: Product) => <CatalogueCard product={product} />,
}

const AS_LIST = {
  dense: true,
  estimate: () => 52,
  render: (product: Product) => <CatalogueRow product={product} />,
}

/** Covers the picture on phones, a strip at its lower edge in a grid. */
const OVER_PICTURE =
  'absolute inset-0 z-1 grid content-between rounded-sm pt-2 text-xs @prose:top-auto @prose:flex @prose:justify-between @prose:rounded-none @prose:py-0 @prose:pl-4 @prose:pr-2 @prose:text-sm'

function CardsLoading() {
  return (
    <Loading label="Ürünler yükleniyor">
      <div className="grid gap-4 @prose:grid-cols-3 xl:grid-cols-4!">
        {Array.from({ length: 8 }, (_, place) => (
          <ProductCardSkeleton key={place} />
        ))}
      </div>
    </Loading>
  )
}
