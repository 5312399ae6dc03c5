let region: HTMLElement | undefined

/** Announces a sentence to screen readers ("Yükleniyor", "24 ürün bulundu"). */
export function announce(sentence: string) {
  if (!region?.isConnected) {
    region = document.createElement('div')
    region.className = 'sr-only'
    region.setAttribute('role', 'status')
    document.body.append(region)
  }
  const target = region
  target.textContent = ''
  // Screen readers announce a live region only when its text changes after it was first rendered.
  requestAnimationFrame(() => {
    target.textContent = sentence
  })
}
