import { Zap } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { ListOwner } from './list-calls.ts'

const QuickEntryDialog = lazy(async () => ({ default: (await import('./quick-entry-dialog.tsx')).QuickEntryDialog }))

/** Opens the dialog in which products are typed, scanned or pasted into the open cart. */
export function QuickEntry({ of, block }: { of: ListOwner; block?: boolean }) {
  const [opened, setOpened] = useState({ nr: 0, open: false })
  return (
    <>
      <Button icon={Zap} block={block} onClick={() => setOpened(({ nr }) => ({ nr: nr + 1, open: true }))}>
        Hızlı sipariş
      </Button>
      {opened.nr > 0 && (
        <Suspense>
          <QuickEntryDialog
            key={opened.nr}
            of={of}
            open={opened.open}
            onClose={() => setOpened(({ nr }) => ({ nr, open: false }))}
          />
        </Suspense>
      )}
    </>
  )
}
