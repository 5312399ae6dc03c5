import type { ReactNode } from 'react'

type InventoryPageProps = {
  title: string
  windowTitle: string
  description?: ReactNode
  figures: ReactNode
  /** The actions, in the line of the view switch where there is room. */
  action?: ReactNode
  children: ReactNode
}

/**
 * A view of the inventory below the switch of `InventoryTab`: heading and figures share a line, to leave more height
 * for the table. On a phone the heading is for screen readers, as the switch names the view. Everything but the actions
 * has the CSS `order` of the imports, which are therefore shown directly below the actions.
 */
export function InventoryPage({ title, windowTitle, description, figures, action, children }: InventoryPageProps) {
  return (
    <>
      <title>{windowTitle}</title>
      {action && (
        <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-1 print:hidden">
          {action}
        </div>
      )}
      <div className="order-1 flex w-full min-w-0 items-center gap-x-6">
        <h1 className="shrink-0 font-semibold text-lg leading-7 max-sm:sr-only print:not-sr-only">{title}</h1>
        {figures}
      </div>
      {description && <p className="order-1 w-full text-ink-soft text-sm">{description}</p>}
      <div className="order-1 grid w-full min-w-0 grid-cols-1 gap-2">{children}</div>
    </>
  )
}
