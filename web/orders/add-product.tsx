import { PackagePlus, Plus } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { saleOf } from '#contract/sale.ts'
import { useCatalogue } from '../catalogue/catalogue.ts'
import { StockLabel } from '../catalogue/stock-label.tsx'
import { useFoundAnnouncement } from '../lists/found-announcement.ts'
import { ListStates } from '../lists/list-states.tsx'
import { OfflineDataNote } from '../lists/offline-data-note.tsx'
import { Button } from '../ui/button.tsx'
import { Money } from '../ui/money.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { VatOfLine } from './order-lines.tsx'

const TEXTS = {
  order: { present: 'Siparişte', add: 'Siparişe ekle' },
  list: { present: 'Listede', add: 'Listeye ekle' },
}

/** How many results are shown; the user can narrow the search. */
const SHOWN = 10

type AddProductProps = {
  /** Whether products are added to an order or to a list; only orders require them to be in stock. */
  place?: keyof typeof TEXTS
  /** The ids of the products that the order or list already has. */
  present: ReadonlySet<string>
  onAdd: (product: Product) => void
}

/** Searches the catalogue and adds products to an order or a list. */
export function AddProduct({ place = 'order', present, onAdd }: AddProductProps) {
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const section = useRef<HTMLElement>(null)
  // The pressed button disappears with its focus. After a touch the focus is not restored to the search field, which
  // would open the on-screen keyboard over the results.
  const add = (product: Product, { detail }: MouseEvent) => {
    if (detail === 0) section.current?.querySelector('input')?.focus()
    onAdd(product)
  }
  if (!open)
    return (
      <Button icon={PackagePlus} onClick={() => setOpen(true)} className="justify-self-start max-sm:w-full">
        Ürün ekle
      </Button>
    )
  return (
    <section ref={section} aria-label="Ürün ekle" className="grid gap-2">
      <SearchInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was pressed
        autoFocus
        label="Eklenecek ürünü ara"
        value={search}
        onSearch={setSearch}
      />
      {search && <Found place={place} search={search} present={present} onAdd={add} />}
    </section>
  )
}

type FoundProps = Required<Omit<AddProductProps, 'onAdd'>> & {
  search: string
  onAdd: (product: Product, press: MouseEvent) => void
}

function Found({ place, search, present, onAdd }: FoundProps) {
  const { query, storedAt } = useCatalogue({ search, category: '', typed: search, isSearching: false })
  useFoundAnnouncement(query, 'ürün', true)
  return (
    <>
      <OfflineDataNote what="katalog" at={storedAt} />
      <ListStates query={query} empty={<p className="py-2 text-ink-soft">Bu aramaya uyan ürün yok.</p>}>
        <ul aria-label="Bulunan ürünler" className="divide-y divide-line rounded-md border border-line">
          {query.items.slice(0, SHOWN).map(product => (
            <FoundProduct
              key={product.id}
              product={product}
              place={place}
              isPresent={present.has(product.id)}
              onAdd={press => onAdd(product, press)}
            />
          ))}
        </ul>
        {query.items.length > SHOWN && (
          <p className="pt-2 text-ink-soft text-sm">Aradığınız bunların arasında yoksa daha fazlasını yazın.</p>
        )}
      </ListStates>
    </>
  )
}

type FoundProductProps = {
  product: Product
  place: keyof typeof TEXTS
  isPresent: boolean
  onAdd: (press: MouseEvent) => void
}

function FoundProduct({ product, place, isPresent, onAdd }: FoundProductProps) {
  const { name, brand, price, unit, vat_rate, stock_quantity, expected_stock_date } = product
  const { sold } = saleOf({ available: stock_quantity, expected_stock_date }, 1)
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{name}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
          {brand && <span className="truncate">{brand}</span>}
          <span className="whitespace-nowrap">
            <Money amount={price} /> / {unit}
          </span>
          <VatOfLine rate={vat_rate} />
          <StockLabel product={product} />
        </p>
      </div>
      {isPresent ? (
        <span className="text-ink-soft text-sm">{TEXTS[place].present}</span>
      ) : (
        <Button
          size="small"
          icon={Plus}
          disabled={place === 'order' && !sold}
          aria-label={`${TEXTS[place].add}: ${name}`}
          onClick={onAdd}
        >
          Ekle
        </Button>
      )}
    </li>
  )
}
