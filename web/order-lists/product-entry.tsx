import { type ClipboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import type { EntryMatcher, Suggestion } from '#contract/entry-matcher.ts'
import { formatNumber } from '#contract/money.ts'
import { showRefusal } from '../cart/add-to-cart.tsx'
import { addToCart } from '../cart/cart.ts'
import { StockLabel } from '../catalogue/stock-label.tsx'
import { announce } from '../ui/announce.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { toast } from '../ui/toaster.tsx'
import { useAnnouncement } from '../ui/use-announcement.ts'
import { enteredQuantityFault } from './entered-rows.ts'

type ProductEntryProps = {
  matcher: EntryMatcher<Product>
  /** The ids of the products that the customer buys, which are suggested first. */
  bought: ReadonlySet<string>
  /** Called with a pasted text of several lines. */
  onPasteLines: (text: string) => void
}

/** A field to type or scan a product, with its quantity before or after it; Enter adds it to the cart. */
export function ProductEntry({ matcher, bought, onPasteLines }: ProductEntryProps) {
  const [{ typed, known }, setTyped] = useState({ typed: '', known: bought })
  const [added, setAdded] = useState<readonly { key: number; text: string }[]>([])
  const whole = useRef<HTMLDivElement>(null)
  useTypingFocus(whole)
  const isTyped = typed.trim().length >= 2
  const suggestions = isTyped ? matcher.suggest(typed, known) : []
  const none = isTyped && suggestions.length === 0 ? 'Bu yazıya uyan ürün yok' : ''
  useAnnouncement(suggestions.length > 0 ? `${wholeText(suggestions.length)} öneri` : none)
  const show = (text: string) => {
    announce(text)
    setAdded(before => [{ key: (before[0]?.key ?? 0) + 1, text }, ...before].slice(0, 5))
  }
  /** Adds the product; returns whether it is in the cart. */
  const add = ({ product, quantity = 1, unit }: Suggestion<Product>) => {
    const fault = enteredQuantityFault(quantity, unit, product.unit)
    if (fault) {
      toast.warning(fault)
      return false
    }
    const result = addToCart(product, quantity)
    if (result.added) show(`${wholeText(quantity)} ${product.unit} ${product.name} sepete eklendi`)
    else showRefusal(result)
    return result.added
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[\n\r].*\S/s.test(text)) return
    event.preventDefault()
    onPasteLines(text)
  }
  return (
    <div ref={whole} className="grid gap-2" onPaste={paste}>
      <Field label="Ürün ve miktar" hint="Enter ilk ürünü sepete ekler">
        <Combobox<Suggestion<Product>>
          label="Bulunan ürünler"
          chosen=""
          placeholder="turş 3"
          items={suggestions}
          itemKey={({ product }) => product.id}
          render={suggestion => <Suggested {...suggestion} />}
          // Suggestions that are shown keep their order when a late guide arrives; those of the next text use it.
          onType={text => setTyped({ typed: text, known: bought })}
          onChoose={suggestion => suggestion && add(suggestion)}
          onNone={text => void toast.error(`Bulunamadı: ${text.trim()}`)}
          note={none}
        />
      </Field>
      {added.length > 0 && (
        <ul aria-label="Son eklenenler" className="grid gap-1 text-sm">
          {added.map(({ key, text }, at) => (
            <li key={key} className={at === 0 ? 'text-green-ink' : 'text-ink-soft'}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/**
 * Focuses the field: the dialog opened before its fields were loaded, and focused its title. On touch screens only when
 * a key is pressed on no control, such as by a scanner: the on-screen keyboard would cover the field for pasted lists.
 */
function useTypingFocus(whole: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const focusField = () => whole.current?.querySelector('input')?.focus()
    if (matchMedia('(pointer: fine)').matches) focusField()
    const dialog = whole.current?.closest<HTMLElement>('[role=dialog]')
    const onKey = ({ key, ctrlKey, altKey, metaKey, target }: KeyboardEvent) => {
      if (key.length !== 1 || key === ' ' || ctrlKey || altKey || metaKey) return
      // The key's character goes to the field that has the focus by then.
      if (target instanceof Element && !target.closest('input, textarea, button')) focusField()
    }
    dialog?.addEventListener('keydown', onKey)
    return () => dialog?.removeEventListener('keydown', onKey)
  }, [whole])
}

function Suggested({ product, quantity }: Suggestion<Product>) {
  return (
    <span className="grid min-w-0">
      <span className="wrap-anywhere font-medium">
        {quantity !== undefined && `${formatNumber(quantity)} × `}
        {product.name}
      </span>
      <span className="flex flex-wrap gap-x-3 text-ink-soft text-sm">
        {product.brand}
        <span>
          <Money amount={product.price} /> / {product.unit}
        </span>
        <StockLabel short product={product} />
      </span>
    </span>
  )
}
