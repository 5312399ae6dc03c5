import { Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { toast } from './toaster.tsx'

type CopyButtonProps = {
  /** Produces the text to copy when the button is pressed. */
  text: () => string
  /** The message shown after copying. */
  copied: string
  onCopied?: () => void
  children: string
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, copied, onCopied, children }: CopyButtonProps) {
  // `navigator.clipboard` is undefined on pages not served over https.
  const copy = async () => navigator.clipboard.writeText(text())
  const copyAndNotify = () =>
    copy().then(
      () => {
        onCopied?.()
        toast.success(copied)
      },
      () => toast.error('Kopyalanamadı; metni elle seçebilirsiniz'),
    )
  return (
    <Button size="small" icon={Copy} onClick={() => void copyAndNotify()}>
      {children}
    </Button>
  )
}
