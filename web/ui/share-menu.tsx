import { Copy, MessageCircle, Share2 } from 'lucide-react'
import { MenuItem } from './menu.tsx'
import { toast } from './toaster.tsx'

/**
 * Shares a text by WhatsApp or the system's share sheet, or copies it. Nothing is sent until the user sends it there.
 * `text` produces it, when the menu opens and when an item is chosen.
 */
export function ShareItems({ text }: { text: () => string }) {
  return (
    <>
      <MenuItem asChild>
        <a
          href={`https://wa.me/?text=${encodeURIComponent(text())}`}
          target="_blank"
          rel="noreferrer"
          className="flex w-full items-center gap-3"
        >
          <MessageCircle aria-hidden className="size-4 shrink-0 text-ink-soft" /> WhatsApp ile gönder
        </a>
      </MenuItem>
      {'share' in navigator && (
        <MenuItem icon={Share2} onSelect={() => void share(text())}>
          Paylaş…
        </MenuItem>
      )}
      <MenuItem icon={Copy} onSelect={() => void copy(text())}>
        Metni kopyala
      </MenuItem>
    </>
  )
}

/** Opens the share sheet. Closing it rejects the promise as well, and needs no message. */
const share = (text: string) => navigator.share({ text }).catch(() => undefined)

// `navigator.clipboard` is undefined on pages not served over https.
const copy = async (text: string) =>
  (async () => navigator.clipboard.writeText(text))().then(
    () => toast.success('Metin kopyalandı'),
    () => toast.error('Kopyalanamadı'),
  )
