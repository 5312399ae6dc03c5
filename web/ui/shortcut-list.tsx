import { Dialog } from './dialog.tsx'
import { Kbd } from './kbd.tsx'

export type Shortcut = { keys: readonly string[]; does: string }

const EVERYWHERE: readonly Shortcut[] = [
  { keys: ['/'], does: 'Aramaya git' },
  { keys: ['↑', '↓'], does: 'Tabloda satırlar arasında gez' },
  { keys: ['Enter'], does: 'Satırı aç' },
  { keys: ['Esc'], does: 'Pencereyi kapat' },
  { keys: ['Ctrl', 'Enter'], does: 'Formu kaydet' },
  { keys: ['?'], does: 'Bu listeyi göster' },
]
const NONE: readonly Shortcut[] = []

type ShortcutListProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  more: readonly Shortcut[] | undefined
}

/** The list of keyboard shortcuts. */
export function ShortcutList({ open, onOpenChange, more = NONE }: ShortcutListProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Klavye kısayolları">
      <dl className="divide-y divide-line">
        {[...more, ...EVERYWHERE].map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2">
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map(key => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
