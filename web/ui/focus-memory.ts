/**
 * After Back or Forward, moves the focus from the page's content to the link with which the page was left, as soon as that
 * is rendered. Loaded with the first user action.
 */

/** For how many frames after Back the link is awaited, and its focus kept: three seconds. */
const MAX_FRAMES = 180

/** The address of the link that had the focus when a page was left, by the page's own address. */
const followed = new Map<string, string | null | undefined>()
const currentAddress = () => location.pathname + location.search
let address = currentAddress()
let frames = 0

addEventListener('pushState', () => {
  followed.set(address, document.activeElement?.closest('main a')?.getAttribute('href'))
  address = currentAddress()
  frames = 0
})
addEventListener('replaceState', () => (address = currentAddress()))
addEventListener('popstate', () => {
  address = currentAddress()
  const href = followed.get(address)
  const isRunning = frames > 0
  frames = href ? MAX_FRAMES : 0
  if (!isRunning && href) keepFocus()
})

/** The screen moves the focus to its content when it appears, which may be before or after the link is rendered. */
function keepFocus() {
  if (frames-- <= 0) return
  const href = followed.get(address)
  const link = document.querySelector<HTMLElement>(`main a[href="${href}"]`)
  const focused = document.activeElement
  if (link && focused !== link) {
    if (!focused?.matches('body, main')) {
      frames = 0
      return
    }
    link.focus({ preventScroll: true })
  }
  requestAnimationFrame(keepFocus)
}

// Makes the file a module, whose names are its own.
export {}
