import { type ComponentProps, createElement } from 'react'

type IconData = { name: string; node: [tag: string, attributes: Record<string, string>][] }

/** An icon of `lucide-react` as a component. In the build this function replaces the library's. */
export function createLucideIcon({ name, node }: IconData) {
  const children = node.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ className, ...props }: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      { ...ATTRIBUTES, 'aria-hidden': true, ...props, className: `lucide lucide-${name} ${className ?? ''}` },
      ...children,
    )
}

const ATTRIBUTES: ComponentProps<'svg'> = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
}
