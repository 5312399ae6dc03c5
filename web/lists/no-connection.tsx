import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOnline } from '../pwa/connectivity.ts'
import { classNames } from '../ui/class-names.ts'

/** Shown offline: that there is no connection, and the consequence here (`children`). Announced to screen readers. */
export function NoConnection({ children, className }: { children: ReactNode; className?: string }) {
  const online = useOnline()
  return (
    // Rendered before it has text, so that screen readers announce the change.
    <output className={online ? 'hidden' : classNames('flex items-start gap-2 text-ink-soft text-sm', className)}>
      {!online && (
        <>
          <WifiOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            <span className="font-medium text-ink">İnternet bağlantısı yok.</span> {children}
          </span>
        </>
      )}
    </output>
  )
}
