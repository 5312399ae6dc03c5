import { CalendarSync } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { NewStanding } from './standing-draft.ts'

const EditStandingOrder = lazy(async () => ({ default: (await import('./edit-standing-order.tsx')).EditStandingOrder }))

/** A button that creates a standing order from the lines of an order. */
export function MakeStanding({ from, ghost }: { from: NewStanding; ghost?: boolean }) {
  const [opened, setOpened] = useState({ nr: 0, open: false })
  return (
    <>
      <Button
        icon={CalendarSync}
        variant={ghost ? 'ghost' : 'secondary'}
        onClick={() => setOpened(({ nr }) => ({ nr: nr + 1, open: true }))}
      >
        Düzenli sipariş yap
      </Button>
      {opened.nr > 0 && (
        <Suspense>
          <EditStandingOrder
            key={opened.nr}
            edited={from}
            open={opened.open}
            onClose={() => setOpened(({ nr }) => ({ nr, open: false }))}
          />
        </Suspense>
      )}
    </>
  )
}
