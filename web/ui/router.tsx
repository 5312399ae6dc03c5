import {
  type ComponentPropsWithRef,
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
} from 'react'
import { useHistoryState, usePathname, useSearch, navigate as walk } from 'wouter/use-browser-location'
import { confirmLeave } from './leave-guard.ts'

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

/** Follows the URL. A screen remains, with its own location, until the code of the next one has loaded. */
export function LocationProvider({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  const search = useSearch()
  const state: unknown = useHistoryState()
  const wanted = useMemo(() => ({ pathname, search, state }), [pathname, search, state])
  const shown = useDeferredValue(wanted)
  const value = useMemo(() => ({ ...shown, isLeaving: shown.pathname !== wanted.pathname }), [shown, wanted])
  return <LocationContext value={value}>{children}</LocationContext>
}

/** The location of the current screen, and whether the next screen is still loading. */
export const useLocation = () => use(LocationContext)

type Params = Readonly<Record<string, string>>
const ParamsContext = createContext<Params>({})

/** The parameters in the path of the current route. */
export const useParams = () => use(ParamsContext)

/** A path, with `:name` for parameters, and the element shown there. Routes with the same `key` share their state. */
export type Route = { path: string; key?: string; element: ReactNode }

/** Shows the first route that matches the current location, else `fallback`. */
export function Switch({ routes, fallback }: { routes: readonly Route[]; fallback: ReactNode }) {
  const { pathname } = useLocation()
  const [found, params] = useMemo(() => findRoute(routes, pathname), [routes, pathname])
  if (!found) return fallback
  return (
    <ParamsContext key={found.key ?? found.path} value={params}>
      {found.element}
    </ParamsContext>
  )
}

/** The first route that matches, ignoring case and a slash at the end, and the parameters in the path. */
export function findRoute<Found extends { path: string }>(
  routes: readonly Found[],
  pathname: string,
): [route: Found | undefined, params: Params] {
  for (const route of routes) {
    const pattern = route.path.replace(/\/$/, '').replace(/:(\w+)/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${pattern}/?$`, 'i').exec(pathname)
    if (match) return [route, { ...match.groups }]
  }
  return [undefined, {}]
}

/** Navigates as soon as it is rendered; `replace` keeps the current page out of the back history. */
export function Redirect({ to, replace = false }: { to: string; replace?: boolean }) {
  useLayoutEffect(() => go(to, { replace }), [to, replace])
  return null
}

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
export const KEEP_SCROLL = { keepsScroll: true }
/** As history state: keeps the scroll position and skips the check for unsaved changes. */
export const SKIP_LEAVE_CHECK = { ...KEEP_SCROLL, skipsLeaveCheck: true }

type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & Options & { to: string }

/** A link to a page of the app. */
export function Link({ to, replace = false, state, onClick, children, ...props }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    // The browser opens such a link in another tab or window, or shows its menu.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return
    onClick?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    go(to, { replace, state })
  }
  return (
    <a {...props} href={to} onClick={follow}>
      {children}
    </a>
  )
}

type NavLinkProps = Omit<LinkProps, 'className'> & { className: (link: { isActive: boolean }) => string }

/** A link that is marked active when its page, or one below it, is open. */
export function NavLink({ className, ...props }: NavLinkProps) {
  const { pathname } = useLocation()
  const isActive = `${pathname}/`.startsWith(`${props.to}/`)
  return <Link {...props} aria-current={isActive ? 'page' : undefined} className={className({ isActive })} />
}
