import { expect, test } from 'vitest'
import { withShortImports } from './vite-imports.ts'

test('a wrapped import returns the module itself, without the names of its exports and a list of stylesheets', () => {
  const code = `const load = async () => (await __vitePreload(async () => {
    const { Cart: Cart$1 } = await import("./cart.js").then((n) => n.t);
    return { Cart: Cart$1 };
  }, __VITE_PRELOAD__)).Cart;
const all = () => __vitePreload(() => import("./toasts.js"), __VITE_PRELOAD__);`
  expect(
    withShortImports(code),
  ).toBe(`const load = async () => (await __vitePreload(() => import("./cart.js").then((n) => n.t))).Cart;
const all = () => __vitePreload(() => import("./toasts.js"));`)
})

test.each([
  'started(); const { Cart } = await import("./cart.js"); return { Cart };',
  'const { c: Cart } = await import("./cart.js"); return { Cart };',
  'const { Cart } = await import("./cart.js"); return Cart;',
])('a function that does more keeps its body: %s', body => {
  const wrapped = (list: string) => `__vitePreload(async () => { ${body} }${list})`
  expect(withShortImports(wrapped(', __VITE_PRELOAD__'))).toBe(wrapped(''))
})

test('other functions are left alone', () => {
  const code = 'load(async () => { const { Cart } = await import("./cart.js"); return { Cart }; }, 1)'
  expect(withShortImports(code)).toBe(code)
})
