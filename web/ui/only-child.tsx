import { type ComponentProps, cloneElement, isValidElement, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

type OnlyChildProps = Omit<ComponentProps<'button'>, 'children'> & {
  children: ReactNode
  /** What is shown inside, given the child's own content. */
  render: (own: ReactNode) => ReactNode
}

/** Its only child, such as a link, with these properties besides its own. */
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
