import { type ComponentPropsWithRef, createContext, type ReactNode, use, useDeferredValue, useMemo } from 'react'
import { Router, Link as WouterLink } from 'wouter'
import { useHistoryState, usePathname, useSearch, navigate as walk } from 'wouter/use-browser-location'
import { confirmLeave } from './leave-guard.ts'

export { Redirect, Route, Switch, useParams } from 'wouter'

/** Navigates, unless the user chooses to stay and keep unsaved changes. */
const go: typeof walk = (to, options) => {
  if (options?.state === SKIP_LEAVE_CHECK || confirmLeave()) walk(to, options)
}

/** The location of the screen that is currently shown. */
export type AppLocation = {
  pathname: string
  /** With its `?`, or empty. */
  search: string
  /** The history state that the link or navigation passed. */
  state: unknown
}

type ShownLocation = AppLocation & {
  /** The next screen is still loading. */
  isLeaving: boolean
}

const LocationContext = createContext<ShownLocation>({ pathname: '/', search: '', state: null, isLeaving: false })

/** Follows the URL. A screen stays until the next one's code has loaded, and each sees its own location. */
export function LocationProvider({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  const search = useSearch()
  const state: unknown = useHistoryState()
  const wanted = useMemo(() => ({ pathname, search, state }), [pathname, search, state])
  const shown = useDeferredValue(wanted)
  const value = useMemo(() => ({ ...shown, isLeaving: shown.pathname !== wanted.pathname }), [shown, wanted])
  return (
    <LocationContext value={value}>
      <Router hook={useShownPathname} searchHook={useShownSearch}>
        {children}
      </Router>
    </LocationContext>
  )
}

const useShownPathname = (): [string, typeof go] => [use(LocationContext).pathname, go]
const useShownSearch = () => use(LocationContext).search

/** The location of the current screen, and whether the next screen is still loading. */
export const useLocation = () => use(LocationContext)

let hasNavigatedOnce = false
for (const going of ['pushState', 'replaceState', 'popstate']) addEventListener(going, () => (hasNavigatedOnce = true))

/** Whether the app has navigated since the browser loaded the page. */
export const hasNavigated = () => hasNavigatedOnce

/** Navigates to an address, or by a number of steps through the history. */
export function useNavigate() {
  return navigate
}

/** The URL's query parameters, and a setter that does nothing once the user has navigated away. */
export function useSearchParams() {
  const { pathname, search } = useLocation()
  const params = useMemo(() => new URLSearchParams(search), [search])
  // On a slow device the screen lags behind the URL: start from the URL, so that a recent change is not undone.
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

/** As history state: keeps the scroll position of the page. */
export const KEEP_SCROLL = { stays: true }
/** As history state: keeps the scroll position and skips the check for unsaved changes. */
export const SKIP_LEAVE_CHECK = { ...KEEP_SCROLL, keeps: true }

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

/** A link that is marked active when its page, or one below it, is open. */
export function NavLink({ className, ...props }: NavLinkProps) {
  const { pathname } = useLocation()
  const isActive = `${pathname}/`.startsWith(`${props.to}/`)
  return <Link {...props} aria-current={isActive ? 'page' : undefined} className={className({ isActive })} />
}
