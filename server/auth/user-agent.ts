// In this order, as the header of a browser also names the browsers that it descends from.
const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['Windows', /\bWindows\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** The browser and the system that a User-Agent header names, such as 'Chrome · Windows'; '' if it names neither. */
export function deviceOf(userAgent: string): string {
  const found = [BROWSERS, SYSTEMS].flatMap(kinds => kinds.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? [])
  return found.join(' · ')
}
