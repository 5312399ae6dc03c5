import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { EntryMatcher } from '#contract/entry-matcher.ts'
import { request } from '../api.ts'
import { titleForCustomer } from '../cart/title-for-customer.ts'
import { useStoredForm } from '../forms/use-stored-form.ts'
import { Failed } from '../lists/list-states.tsx'
import { isOnline } from '../pwa/connectivity.ts'
import { isFresh } from '../pwa/offline-list.ts'
import { queryKeyOf } from '../queries.ts'
import { isText } from '../stored-values.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useConfirmBeforeLeaving } from '../ui/leave-guard.ts'
import { useLeaveUnsaved } from '../ui/leave-unsaved.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { EnteredList } from './entered-list.tsx'
import { type ListOwner, useOrderGuide } from './list-calls.ts'
import { ProductEntry } from './product-entry.tsx'

type QuickEntryDialogProps = { owner: ListOwner; initialText: string; open: boolean; onClose: () => void }

/**
 * Adds products to the open cart: typed or scanned one by one, or pasted as a list. It remains open while lines are
 * being added to the cart. The list is kept when the session expires.
 */
export function QuickEntryDialog({ owner, initialText, open, onClose }: QuickEntryDialogProps) {
  const products = useMatcher()
  const { bought, isKnown } = useBought(owner)
  const [text, setText] = useState(initialText)
  const [isBusy, setBusy] = useState(false)
  const isEntered = text.trim() !== '' && text !== initialText
  useStoredForm({
    name: `quick-entry:${owner ?? ''}:${initialText}`,
    title: titleForCustomer('Hızlı sipariş', owner),
    changed: () => (open && isEntered ? { text } : {}),
    restore: stored => isText(stored.text) && setText(stored.text),
  })
  const unsaved = useLeaveUnsaved({ isChanged: isEntered, loss: LOSS, onLeave: onClose })
  useConfirmBeforeLeaving(open && isEntered, LOSS, onClose, open && isBusy)
  return (
    <>
      <Dialog
        wide
        whole
        // Not the close button: the Enter of a scan would press it.
        focusTitle
        open={open}
        onOpenChange={() => isBusy || unsaved.leave()}
        title="Hızlı sipariş"
        description="Ürünü ve miktarını yazın (turş 3), barkodunu okutun veya listenizi yapıştırın."
      >
        {products.data && isKnown ? (
          <div className="grid gap-4">
            <ProductEntry
              matcher={products.data}
              bought={bought}
              onPasteLines={pasted => setText(join(text, pasted))}
            />
            <EnteredList
              owner={owner}
              matcher={products.data}
              bought={bought}
              text={text}
              onText={setText}
              onBusy={setBusy}
              onDone={onClose}
            />
          </div>
        ) : products.error ? (
          <Failed query={products} error={products.error} />
        ) : (
          <LoadingRows rows={4} />
        )}
      </Dialog>
      {unsaved.question}
    </>
  )
}

/** How long the dialog waits for the order guide, which ranks the suggestions, in ms. */
export const GUIDE_TIME = 1_000

/**
 * The ids of the products that the customer buys, as they are first known: a later order must not rank the suggestions
 * anew while the user chooses one of them. `isKnown` once they are, cannot be fetched, or take too long.
 */
function useBought(owner: ListOwner) {
  const { data, isPending } = useOrderGuide(owner)
  const [guide, setGuide] = useState(data)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, GUIDE_TIME, true)
    return () => clearTimeout(timer)
  }, [])
  if (!guide && data) setGuide(data)
  const bought = useMemo(() => new Set(guide?.lines.map(line => line.product_id)), [guide])
  return { bought, isKnown: !isPending || isLate }
}

const LOSS = 'Listenizdeki satırlar sepete eklenmedi.'

const join = (text: string, more: string) => (text.trim() ? `${text.trimEnd()}\n${more}` : more)

/**
 * A matcher of entered lines for all products on sale, as they are when the dialog opens: from the server, or from the
 * stored catalogue if that is fresh or the server cannot send its own.
 */
function useMatcher() {
  return useQuery({
    queryKey: [...queryKeyOf(listProducts), 'matcher', useId()],
    meta: { call: listProducts },
    queryFn: async ({ signal }): Promise<EntryMatcher<Product>> => {
      const { readOfflineCatalogue } = await import('../catalogue/offline-catalogue.ts')
      const stored = await readOfflineCatalogue()
      const kept = stored?.catalogue.find({ search: '', category: '' })
      if (kept && (!isOnline() || isFresh(Date.parse(stored?.at ?? '')))) return matcherOf(kept)
      const products = await request(listProducts, { signal }).catch((error: unknown) => {
        if (!kept) throw error
        return kept
      })
      return matcherOf(products)
    },
    // Never refetched, so that the products of lines do not change while the user decides about them.
    staleTime: 'static',
    gcTime: 0,
    structuralSharing: false,
  })
}

/** How many products are prepared at a time, so that keystrokes do not wait. */
const SLICE = 500

async function matcherOf(products: readonly Product[]): Promise<EntryMatcher<Product>> {
  const matcher = new EntryMatcher<Product>()
  for (let next = 0; next < products.length; next += SLICE) {
    matcher.add(products.slice(next, next + SLICE))
    if (next + SLICE < products.length) await new Promise(resolve => setTimeout(resolve))
  }
  return matcher
}
