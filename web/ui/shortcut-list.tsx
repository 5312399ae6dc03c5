import { Dialog } from './dialog.tsx'
import { type Shortcut, screenShortcuts } from './hotkey.ts'
import { Kbd } from './kbd.tsx'
import { singleKeys, switchSingleKeys } from './single-keys.ts'
import { Switch } from './switch.tsx'

const EVERYWHERE: readonly Shortcut[] = [
  { keys: ['/'], does: 'Aramaya git' },
  { keys: ['↓'], does: 'Aramadan ilk satıra in' },
  { keys: ['↑', '↓'], does: 'Tabloda satırlar arasında gez' },
  { keys: ['PgUp', 'PgDn'], does: 'Tabloda bir sayfa ilerle veya geri dön' },
  { keys: ['Boşluk'], does: 'Satırı seç' },
  { keys: ['Shift', 'Boşluk'], does: 'Son seçilen satırdan bu satıra kadar seç' },
  { keys: ['Shift', '↑', '↓'], does: 'Geçilen satırları seç' },
  { keys: ['Enter'], does: 'Satırı aç' },
  { keys: ['Esc'], does: 'Pencereyi kapat' },
  { keys: ['Ctrl', 'Enter'], does: 'Formu kaydet' },
  { keys: ['Alt', 'T'], does: 'Son mesaja git (Geri al)' },
  { keys: ['?'], does: 'Bu listeyi göster' },
]

type ShortcutListProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The list of keyboard shortcuts: those of the screen, and those of every screen. */
export function ShortcutList({ open, onOpenChange }: ShortcutListProps) {
  const more = screenShortcuts.use()
  const areOn = singleKeys.use()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Klavye kısayolları" focusTitle>
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
      <div className="border-line border-t pt-4">
        <Switch
          label="Tek tuşlu kısayollar"
          checked={areOn}
          onChange={({ target }) => switchSingleKeys(target.checked)}
        />
        <p className="text-ink-soft text-sm">
          Kapalıyken tek bir harf veya işaret (/, ?, n gibi) bir şey yapmaz. Bu cihazda hatırlanır; liste hesap
          menüsünden açılır.
        </p>
      </div>
    </Dialog>
  )
}
