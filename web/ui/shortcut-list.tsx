import { Dialog } from './dialog.tsx'
import { Kbd } from './kbd.tsx'
import { type Shortcut, screenShortcuts } from './screen-shortcuts.ts'

const EVERYWHERE: readonly Shortcut[] = [
  { keys: ['/'], does: 'Aramaya git' },
  { keys: ['↓'], does: 'Aramadan ilk satıra in' },
  { keys: ['↑', '↓'], does: 'Tabloda satırlar arasında gez' },
  { keys: ['PgUp', 'PgDn'], does: 'Tabloda bir sayfa ilerle veya geri dön' },
  { keys: ['Boşluk'], does: 'Satırı seç' },
  { keys: ['Enter'], does: 'Satırı aç' },
  { keys: ['Esc'], does: 'Pencereyi kapat' },
  { keys: ['Ctrl', 'Enter'], does: 'Formu kaydet' },
  { keys: ['?'], does: 'Bu listeyi göster' },
]

type ShortcutListProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The list of keyboard shortcuts: those of the screen, and those of every screen. */
export function ShortcutList({ open, onOpenChange }: ShortcutListProps) {
  const more = screenShortcuts.use()
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
