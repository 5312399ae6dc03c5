import { type LucideIcon, Zap } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '../action.ts'
import { Button } from '../ui/button.tsx'
import type { ListOwner } from './list-calls.ts'

const QuickEntryDialog = lazy(async () => ({ default: (await import('./quick-entry-dialog.tsx')).QuickEntryDialog }))

type QuickEntryProps = {
  owner: ListOwner
  icon?: LucideIcon
  label?: string
  /** The initial lines of the dialog. */
  text?: string
  /** Called and awaited before the dialog opens, to open the customer's cart. */
  begin?: () => Promise<unknown>
  block?: boolean
  ghost?: boolean
}

/** Opens the dialog in which products are typed, scanned or pasted into the open cart. */
export function QuickEntry(props: QuickEntryProps) {
  const { owner, icon = Zap, label = 'Hızlı sipariş', text = '', begin, block, ghost } = props
  const [opened, setOpened] = useState({ nr: 0, open: false })
  const show = () => setOpened(({ nr }) => ({ nr: nr + 1, open: true }))
  const { run, pending } = useAction(async () => begin?.(), { showError: 'toast', onReply: show })
  return (
    <>
      <Button
        icon={icon}
        block={block}
        variant={ghost ? 'ghost' : 'secondary'}
        busy={pending}
        onClick={() => (begin ? void run() : show())}
      >
        {label}
      </Button>
      {opened.nr > 0 && (
        <Suspense>
          <QuickEntryDialog
            key={opened.nr}
            owner={owner}
            initialText={text}
            open={opened.open}
            onClose={() => setOpened({ ...opened, open: false })}
          />
        </Suspense>
      )}
    </>
  )
}
