import { type ComponentPropsWithRef, createContext, type ReactNode, use, useDeferredValue, useMemo } from 'react'
import { Router, Link as WouterLink } from 'wouter'
import { useHistoryState, usePathname, useSearch, navigate as walk } from 'wouter/use-browser-location'
import { mayLeave } from './leave-guard.ts'

export { Redirect, Route, Switch, useParams } from 'wouter'

/** Leads to an address, unless something would be lost and the person stays. */
const go: typeof walk = (to, options) => {
  if (options?.state === KEEPS || mayLeave()) walk(to, options)
}

/** Where the person is: the page whose screen stands. */
export type Place = {
  pathname: string
  /** With its `?`, or empty. */
  search: string
  /** What was handed over by whoever led here. */
  state: unknown
}

type Shown = Place & {
  /** The next screen is on its way. */
  isLeaving: boolean
}

const Here = createContext<Shown>({ pathname: '/', search: '', state: null, isLeaving: false })

/** Follows the address. A screen stays until the code of the next one has come, and both see their own address. */
export function Places({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  const search = useSearch()
  const state: unknown = useHistoryState()
  const wanted = useMemo(() => ({ pathname, search, state }), [pathname, search, state])
  const shown = useDeferredValue(wanted)
  const here = useMemo(() => ({ ...shown, isLeaving: shown.pathname !== wanted.pathname }), [shown, wanted])
  return (
    <Here value={here}>
      <Router hook={useShownPathname} searchHook={useShownSearch}>
        {children}
      </Router>
    </Here>
  )
}

const useShownPathname = (): [string, typeof go] => [use(Here).pathname, go]
const useShownSearch = () => use(Here).search

/** Where the person is, and whether the next screen is on its way. */
export const useLocation = () => use(Here)

let moved = false
for (const going of ['pushState', 'replaceState', 'popstate']) addEventListener(going, () => (moved = true))

/** Whether anybody went anywhere since the browser itself opened the page. */
export const hasMoved = () => moved

/** Leads to an address; a number goes that many steps through the history. */
export function useNavigate() {
  return navigate
}

/** What the address says after the `?`, and how to change it: not any more once the person is on the way elsewhere. */
export function useSearchParams() {
  const { pathname, search } = useLocation()
  const params = useMemo(() => new URLSearchParams(search), [search])
  // On a slow device the screen is behind the address for a while: what was changed last is not to come back.
  const change = (how: (present: URLSearchParams) => URLSearchParams, options?: Options) => {
    if (location.pathname !== pathname) return
    const present = new URLSearchParams(location.search)
    const changed = how(new URLSearchParams(present)).toString()
    if (changed !== present.toString()) go(pathname + (changed && `?${changed}`), options)
  }
  return [params, change] as const
}

type Options = { replace?: boolean; state?: unknown }

function navigate(to: string | number, options?: Options) {
  if (typeof to === 'number') history.go(to)
  else go(to, options)
}

/** Handed over to an address, it leaves the page scrolled as it is. */
export const STAYS = { stays: true }
/** The same, for what makes nobody lose what was typed. */
export const KEEPS = { ...STAYS, keeps: true }

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & Options & { to: string }

/** A link to a page of the app. */
export function Link({ to, children, ...props }: LinkProps) {
  return (
    <WouterLink href={to} {...props}>
      {children}
    </WouterLink>
  )
}

type NavLinkProps = Omit<LinkProps, 'className'> & { className: (link: { isActive: boolean }) => string }

/** A link that shows when its page, or one below it, is open. */
export function NavLink({ className, ...props }: NavLinkProps) {
  const { pathname } = useLocation()
  const isActive = `${pathname}/`.startsWith(`${props.to}/`)
  return <Link {...props} aria-current={isActive ? 'page' : undefined} className={className({ isActive })} />
}
