import { CircleAlert, type LucideIcon, RotateCw, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { INK, type Tone } from './tone.ts'

type StateProps = {
  icon: LucideIcon
  title: string
  text?: ReactNode
  action?: ReactNode
  tone?: Tone
  className?: string
}

/** Shown when there is no content yet: states that, and what to do next. */
export function EmptyState({ icon: Icon, title, text, action, tone = 'neutral', className }: StateProps) {
  return (
    <div
      className={classNames('mx-auto grid max-w-prose justify-items-center gap-2 px-4 py-10 text-center', className)}
    >
      <Icon aria-hidden className={classNames('mb-1 size-10 stroke-[1.5]', INK[tone])} />
      <h2 className="font-semibold text-base">{title}</h2>
      {text && <p className="max-w-96 text-ink-soft">{text}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

type RetryProps = { onRetry?: () => void; retrying?: boolean; className?: string }

/** Loading failed: the error message and a retry button. */
export function ErrorState({ text, onRetry, retrying, className }: RetryProps & { text: string }) {
  return (
    <div role="alert" className={className}>
      <EmptyState icon={CircleAlert} tone="red" title={text} action={<Retry onRetry={onRetry} retrying={retrying} />} />
    </div>
  )
}

/** Offline: what still works, and a retry button. */
export function OfflineState({ text, onRetry, retrying, className }: RetryProps & { text: ReactNode }) {
  return (
    <output className={classNames('block', className)}>
      <EmptyState
        icon={WifiOff}
        title="İnternet bağlantısı yok"
        text={text}
        action={<Retry onRetry={onRetry} retrying={retrying} />}
      />
    </output>
  )
}

function Retry({ onRetry, retrying }: RetryProps) {
  if (!onRetry) return null
  return (
    <Button icon={RotateCw} busy={retrying} onClick={onRetry}>
      Tekrar dene
    </Button>
  )
}
