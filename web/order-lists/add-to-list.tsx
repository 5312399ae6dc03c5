import { ListPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { ListOwner } from './list-calls.ts'

const AddToListDialog = lazy(async () => ({ default: (await import('./add-to-list-dialog.tsx')).AddToListDialog }))

type AddToListProps = {
  owner: ListOwner
  /** The ids of the products of a cart or an order. */
  products: readonly string[]
  ghost?: boolean
}

/** Adds the products of a cart or an order to one of the customer's lists, or creates a list with them. */
export function AddToList({ owner, products, ghost }: AddToListProps) {
  const [opened, setOpened] = useState({ nr: 0, open: false })
  return (
    <>
      <Button
        icon={ListPlus}
        variant={ghost ? 'ghost' : 'secondary'}
        onClick={() => setOpened(({ nr }) => ({ nr: nr + 1, open: true }))}
      >
        Listeye ekle
      </Button>
      {opened.nr > 0 && (
        <Suspense>
          <AddToListDialog
            key={opened.nr}
            owner={owner}
            products={products}
            open={opened.open}
            onClose={() => setOpened(({ nr }) => ({ nr, open: false }))}
          />
        </Suspense>
      )}
    </>
  )
}
