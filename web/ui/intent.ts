/** What shows that a link is about to be followed. */
const SIGNS = ['pointerover', 'focusin', 'touchstart']

type Load = () => Promise<unknown>

let loading = 0

/** Whether code is being loaded for what the user may open next. */
export const isLoadingAhead = () => loading > 0

/** Loads code that the user may need next. If it cannot be loaded, nothing happens until it is needed. */
export function loadAhead(load: Load) {
  loading++
  load()
    .catch(() => undefined)
    .finally(() => loading--)
}

/**
 * Loads what is behind each link of the app once the user points at it, focuses it or touches it: `find` returns how, or
 * nothing.
 */
export function loadLinksAhead(find: (address: URL) => Load | undefined) {
  const loaded = new Set<Load>()
  const onSign = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin) return
    const load = find(new URL(link.href))
    if (!load || loaded.has(load)) return
    loaded.add(load)
    loadAhead(load)
  }
  for (const sign of SIGNS) addEventListener(sign, onSign, { passive: true })
}
