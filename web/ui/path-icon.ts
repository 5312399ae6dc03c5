import { type ComponentProps, createElement } from 'react'

/** An icon that draws one path. In the build, such icons replace those of `lucide-react` (`vite-icons.ts`). */
export function pathIcon(d: string) {
  const path = createElement('path', { d })
  return ({ className, ...props }: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      { viewBox: '0 0 24 24', 'aria-hidden': true, ...props, className: `lucide ${className ?? ''}` },
      path,
    )
}
