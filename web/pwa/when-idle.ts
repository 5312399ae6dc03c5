const MAX_WAIT = 2_000

/** Resolves when the page has loaded and the browser is idle; immediately when offline. */
export async function whenIdle(): Promise<void> {
  if (!navigator.onLine) return
  if (document.readyState !== 'complete')
    await new Promise(resolve => addEventListener('load', resolve, { once: true }))
  await new Promise<unknown>(resolve => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: MAX_WAIT })
    else setTimeout(resolve, 200)
  })
}
