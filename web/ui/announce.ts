let region: HTMLElement | undefined

/**
 * Announces a sentence to screen readers ("Yükleniyor", "24 ürün bulundu"). Returns a function that withdraws it: a
 * sentence about work in progress must not be announced, or remain on the page, after the work has ended.
 */
export function announce(sentence: string) {
  if (!region?.isConnected) {
    region = document.createElement('div')
    region.className = 'sr-only'
    region.setAttribute('role', 'status')
    // Modal dialogs hide everything else from screen readers, except what has this attribute.
    region.setAttribute('aria-live', 'polite')
    document.body.append(region)
  }
  const target = region
  target.textContent = ''
  // Screen readers announce a live region only when its text changes after it was first rendered.
  const frame = requestAnimationFrame(() => {
    target.textContent = sentence
  })
  return () => {
    cancelAnimationFrame(frame)
    if (target.textContent === sentence) target.textContent = ''
  }
}
