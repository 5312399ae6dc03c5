import { PackageOpen, SearchX } from 'lucide-react'
import { memo, useDeferredValue, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { AddToCart, InCart, JustAdded } from '../cart/add-to-cart.tsx'
import { ListStates } from '../lists/list-states.tsx'
import { OfflineDataNote } from '../lists/offline-data-note.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { putInto } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Page } from '../ui/page.tsx'
import { useSearchParams } from '../ui/router.tsx'
import { SearchField } from '../ui/search-input.tsx'
import { Select } from '../ui/select.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { FilterChips } from '../ui/toolbar.tsx'
import { useTypedSearch } from '../ui/typed-search.ts'
import { VirtualGrid } from '../ui/virtual-grid.tsx'
import { useCatalogue, useCategories } from './catalogue.ts'
import { CatalogueDownloadButton } from './catalogue-download-button.tsx'
import { ProductCard, ProductCardSkeleton } from './product-card.tsx'
import { ProductDetailFromUrl, useDetailLink } from './product-detail-from-url.tsx'

/** The catalogue with prices; search and filters are in the URL. */
export function CataloguePage({ title, windowTitle = title }: { title: string; windowTitle?: string }) {
  const { search, filter } = useFilters()
  const [isSearching, setSearching] = useState(search !== '')
  const typed = useTypedSearch(search, text => filter({ search: text }))
  const setText = (text: string) => {
    // The best matches are at the top. Scrolling after they are rendered would take another layout.
    if (window.scrollY > 0) window.scrollTo({ top: 0, behavior: 'instant' })
    typed.setText(text)
  }
  return (
    <Page title={title} windowTitle={windowTitle}>
      <div
        className="-mx-gutter -my-3 sticky top-(--sticky-top) z-20 flex gap-2 bg-canvas px-gutter py-3"
        // The stored catalogue is prepared before the first key.
        onFocus={() => setSearching(true)}
      >
        <SearchField slash label="Ürün veya marka ara" typed={{ ...typed, setText }} className="flex-1 sm:max-w-96" />
        <CategoryFilter />
      </div>
      {/* The letter appears in the field before its matches are rendered. */}
      <Results typed={useDeferredValue(typed.text)} isSearching={isSearching} setText={typed.setText} />
    </Page>
  )
}

/** Not rendered again with every key. */
const CategoryFilter = memo(function CategoryFilter() {
  const { category, filter } = useFilters()
  const categories = useCategories()
  return (
    <Select
      aria-label="Kategori"
      value={category}
      onChange={event => filter({ category: event.target.value })}
      placeholder="Tüm kategoriler"
      options={withChosen(categories, category).map(name => ({ value: name, label: name }))}
      className="max-sm:w-32 sm:w-56"
    />
  )
})

type ResultsProps = { typed: string; isSearching: boolean; setText: (text: string) => void }

/** The products that match, below their number and the active filters. */
const Results = memo(function Results({ typed, isSearching, setText }: ResultsProps) {
  const { search, category, filter } = useFilters()
  const { query, isProvisional, shown, storedAt } = useCatalogue({ search, category, typed, isSearching })
  const clear = (filters: { search?: string; category?: string }) => {
    if (filters.search !== undefined) setText('')
    filter(filters)
  }
  const clearAll = () => clear({ search: '', category: '' })
  const chips = [
    { key: 'search', label: 'Arama', value: shown, onRemove: () => clear({ search: '' }) },
    { key: 'category', label: 'Kategori', value: category, onRemove: () => clear({ category: '' }) },
  ].filter(chip => chip.value)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <output className="text-ink-soft">
          {query.isPending || query.isPlaceholderData || isProvisional
            ? 'Aranıyor…'
            : (!query.error || query.items.length > 0) && countOf(query.items.length, query.hasNextPage)}
        </output>
        <FilterChips chips={chips} onClear={clearAll} />
        <CatalogueDownloadButton category={category} disabled={!useOnline()} className="-mr-2 ml-auto" />
      </div>
      <OfflineDataNote what="katalog" at={storedAt} />
      <div className="@container min-w-0" aria-busy={isProvisional}>
        {query.isPending ? (
          <CardsLoading />
        ) : (
          <ListStates query={query} empty={chips.length > 0 ? <NothingFound onClear={clearAll} /> : <NoProducts />}>
            <VirtualGrid
              label="Ürünler"
              items={query.items}
              itemKey={product => product.id}
              estimate={columns => (columns === 1 ? 205 : 430)}
              render={product => <CatalogueCard product={product} />}
              onEndReached={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
              loadingMore={query.isFetchingNextPage}
            />
          </ListStates>
        )}
      </div>
      <ProductDetailFromUrl products={query.items} />
    </>
  )
})

/** The search and the category in the URL, and a function that changes them. */
function useFilters() {
  const [params, setParams] = useSearchParams()
  const filter = (changes: { search?: string; category?: string }) =>
    // Typing replaces the history entry; choosing a category adds one.
    setParams(present => putInto(present, changes), { replace: Boolean(changes.search) })
  return { search: params.get('search') ?? '', category: params.get('category') ?? '', filter }
}

const countOf = (count: number, more: boolean) => `${wholeText(count)}${more ? '+' : ''} ürün`

/** The category in the URL stays an option even if it has no products any more. */
const withChosen = (categories: readonly string[], chosen: string) =>
  chosen && !categories.includes(chosen) ? [chosen, ...categories] : categories

/** Not rendered again while its product stays: most keys leave some of the cards. */
const CatalogueCard = memo(function CatalogueCard({ product }: { product: Product }) {
  return (
    <ProductCard
      product={product}
      mark={<InCart product={product} />}
      news={<JustAdded product={product} className={OVER_PICTURE} />}
      detail={useDetailLink(product.id)}
    >
      <AddToCart product={product} />
    </ProductCard>
  )
})

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

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="Aramanızla eşleşen ürün yok"
      text="Daha az kelimeyle arayabilir veya filtreleri kaldırabilirsiniz."
      action={<Button onClick={onClear}>Filtreleri temizle</Button>}
    />
  )
}

function NoProducts() {
  return <EmptyState icon={PackageOpen} title="Katalogda henüz ürün yok" text="Ürünler eklenince burada görünecek." />
}
