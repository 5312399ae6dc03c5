let region: HTMLElement | undefined

/** Tells listeners of the screen a sentence that others see ("Yükleniyor", "24 ürün bulundu"). */
export function announce(sentence: string) {
  if (!region?.isConnected) {
    region = document.createElement('div')
    region.className = 'sr-only'
    region.setAttribute('role', 'status')
    document.body.append(region)
  }
  const target = region
  target.textContent = ''
  // A region is read out when its text changes after it has been seen.
  requestAnimationFrame(() => {
    target.textContent = sentence
  })
}
