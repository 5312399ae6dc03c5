import { type ComponentProps, cloneElement, isValidElement, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

type OnlyChildProps = Omit<ComponentProps<'button'>, 'children'> & {
  children: ReactNode
  /** Returns the new content of the child, given its own content. */
  render: (own: ReactNode) => ReactNode
}

/** Renders its only child, such as a link, with these props in addition to the child's own. */
export function OnlyChild({ children, render, className, onClick, ...props }: OnlyChildProps) {
  if (!isValidElement<ComponentProps<'button'>>(children)) return null
  const own = children.props
  return cloneElement(children, {
    ...props,
    ...own,
    className: classNames(className, own.className),
    onClick: event => {
      own.onClick?.(event)
      onClick?.(event)
    },
    children: render(own.children),
  })
}
