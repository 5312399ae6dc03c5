import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unsupportedBy, unsupportedIn } from './browser-support.ts'

test.each([
  ['a static block', 'class A { static { start() } }', 'newer syntax'],
  ['the flag v', 'f(/[a--b]/v)', 'newer syntax'],
  ['a lookbehind', 'f(/(?<=a)b/)', 'newer syntax'],
  ['a lookbehind in a text', 'new RegExp("(?<!a)" + b)', 'the pattern (?<!a)'],
  ['a modifier', 'f(/(?i:a)/)', 'the pattern (?i:a)'],
  ['a range in a media query', 'matchMedia("(width < 40rem)")', 'the media query (width < 40rem)'],
  ['using', '{ using file = open() }', 'newer syntax'],
  ['toSorted', 'f(list.toSorted(g))', '.toSorted()'],
  ['with', 'f(list.with(0, 1))', '.with()'],
  ['a union', 'f(a().union(b))', '.union()'],
  ['groupBy', 'f(Object.groupBy(a, b))', 'Object.groupBy'],
  ['withResolvers', 'f(Promise.withResolvers())', 'Promise.withResolvers'],
  ['a time limit', 'f(AbortSignal.timeout(5))', 'AbortSignal.timeout'],
  ['canParse after another condition', 'if (URL.parseable) f(URL.canParse(a))', 'URL.canParse'],
  ['fromAsync', 'f(Array.fromAsync(a))', 'Array.fromAsync'],
  ['a global', 'new CompressionStream("gzip")', 'CompressionStream'],
  ['a method of a missing object', 'navigator.wakeLock.request()', 'navigator.wakeLock'],
])('a script with %s is reported', async (_, code, found) => {
  expect((await unsupportedBy('a.js', code)).join()).toContain(found)
})

test.each([
  ['tests for it', 'typeof URL.canParse === "function" ? URL.canParse(a) : b'],
  ['tests whether it is there', 'if ("locks" in navigator) navigator.locks.request("a")'],
  ['calls it optionally', 'list.toSorted?.(f)'],
  ['has a function of that name', 'f(orders.timeout(5), a.difference - b.difference, request.with(a))'],
  ['uses what they have', 'class A { #b = /(?<name>\\p{L}+)/u; static c = a?.at(-1) ?? Object.hasOwn(b, "c") }'],
])('a script that %s is not reported', async (_, code) => {
  expect(await unsupportedBy('a.js', code)).toEqual([])
})

test.each([
  ['a range', '@media (width >= 40rem) { a { color: red } }', 'newer syntax'],
  ['nesting', 'a { &:hover { color: red } }', 'newer syntax'],
  ['a newer colour', 'a { color: oklch(0.5 0.1 var(--hue)) }', 'color: oklch(0.5 0.1 var(--hue))'],
  ['a newer unit', 'a { height: 50dvh }', 'height: 50dvh'],
  ['a newer property', 'a { translate: 1px }', 'translate: 1px'],
  [':has() in a list', 'a, b:has(c) { color: red }', ':has() among others'],
  [
    'a layer that Chromium 103 hangs on',
    'a { color: red } @layer base, components;',
    '@layer base, components; without',
  ],
  ['a container', '@container (width > 40rem) { a { color: red } }', '@container (width > 40rem) a'],
])('a stylesheet with %s is reported', async (_, code, found) => {
  expect((await unsupportedBy('a.css', code)).join()).toContain(found)
})

test('a stylesheet with a fallback for older browsers is not reported', async () => {
  const code = `
    a { height: 50vh; height: 50dvh; content: "1dvh" }
    b:has(c) { color: red }
    @supports (color: oklch(0 0 0)) { a { color: oklch(0.5 0.1 var(--hue)) } }
    @layer components { } @layer base { a { color: red } }
    @keyframes rise { from { translate: 0 1px } }
    @media (min-width: 40rem) { a { transform: translate(1px) } }`
  expect(await unsupportedBy('a.css', code)).toEqual([])
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'built-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('an exception applies to its own file only, and is reported when it is not needed any more', async () => {
  await writeFile(join(folder, 'libraries-AbCd_-12.js'), 'page.startViewTransition(f)')
  await writeFile(join(folder, 'cart-AbCd_-12.js'), 'page.startViewTransition(f)')
  const found = await unsupportedIn(folder)
  expect(found).toContain('cart-AbCd_-12.js: .startViewTransition()')
  expect(found.join()).not.toContain('libraries-AbCd')
  expect(found).toContain('primitives has no .toSorted() any more: remove the exception.')
})
