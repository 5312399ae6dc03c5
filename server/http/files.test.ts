import { expect, test } from 'vitest'
import { contentDisposition } from './files.ts'

test.each([
  ['toptan-katalog-2026-03-10.pdf', 'toptan-katalog-2026-03-10.pdf', 'toptan-katalog-2026-03-10.pdf'],
  ['Siparişler (ığdır).xlsx', 'Siparisler (igdir).xlsx', 'Sipari%C5%9Fler%20%28%C4%B1%C4%9Fd%C4%B1r%29.xlsx'],
  ['a"b\\c/d\r\ne%.pdf', 'a_b_c_d__e_.pdf', 'a%22b%5Cc%2Fd%0D%0Ae%25.pdf'],
  ["Ali'nin çayı 🍃.pdf", "Ali'nin cayi _.pdf", 'Ali%27nin%20%C3%A7ay%C4%B1%20%F0%9F%8D%83.pdf'],
])('a file called %j is saved under that name, or in ASCII', (name, plain, whole) => {
  expect(contentDisposition(name)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${whole}`)
})
