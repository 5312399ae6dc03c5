import { type ReactNode, useState } from 'react'
import { type AdminProduct, readAnyProduct } from '#contract/products.ts'
import { Failed } from '../../lists/list-states.tsx'
import { useCallQuery } from '../../queries.ts'
import { SideSheet } from '../../ui/dialog.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { LedgerSheet } from '../stock/ledger-sheet.tsx'

type ProductLedgerProps = {
  id: string
  /** The product, if the list has it. */
  listed?: AdminProduct | undefined
  onClose: () => void
  /** Rendered above the movements. */
  children?: (product: AdminProduct) => ReactNode
}

/** The stock movements of a product, which may be outside the loaded part of the list. */
export function ProductLedger({ id, listed, onClose, children }: ProductLedgerProps) {
  const query = useCallQuery(readAnyProduct, { params: { id }, enabled: !listed })
  const [last, setLast] = useState(listed)
  // The sheet stays open as it is while a product that has left the list is being fetched.
  const product = listed ?? query.data ?? (last?.id === id && !query.error ? last : undefined)
  if (product && product !== last) setLast(product)
  if (product)
    return (
      <LedgerSheet product={product} open onOpenChange={onClose}>
        {children?.(product)}
      </LedgerSheet>
    )
  return (
    <SideSheet open onOpenChange={onClose} title="Stok hareketleri">
      {query.error ? <Failed query={query} error={query.error} /> : <LoadingRows />}
    </SideSheet>
  )
}
