import { Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { toast } from './toaster.tsx'

type CopyButtonProps = {
  /** What goes to the clipboard, made when it is pressed. */
  text: () => string
  /** What is said when it is there. */
  copied: string
  onCopied?: () => void
  children: string
}

/** Puts a text on the clipboard. */
export function CopyButton({ text, copied, onCopied, children }: CopyButtonProps) {
  // There is no clipboard at all where the page did not come by https.
  const copy = async () => navigator.clipboard.writeText(text())
  const copyAndSay = () =>
    copy().then(
      () => {
        onCopied?.()
        toast.success(copied)
      },
      () => toast.error('Kopyalanamadı; metni elle seçebilirsiniz'),
    )
  return (
    <Button size="small" icon={Copy} onClick={() => void copyAndSay()}>
      {children}
    </Button>
  )
}
