/** Events that show that the user is about to follow a link. */
const SIGNS = ['pointerover', 'focusin', 'touchstart']

type Load = () => Promise<unknown>

let loading = 0

/** Whether code is being loaded ahead. */
export const isLoadingAhead = () => loading > 0

/** Loads code that the user may need next. A failure is ignored: the code is loaded again when it is needed. */
export function loadAhead(load: Load) {
  loading++
  load()
    .catch(() => undefined)
    .finally(() => loading--)
}

/**
 * Loads the code of the page behind a link of the app when the user points at the link, focuses or touches it. `find`
 * returns the function that loads the page of an address, if there is one.
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
