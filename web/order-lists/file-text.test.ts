import { expect, test } from 'vitest'
import { fileText } from './file-text.ts'

const TEXT = 'Ürün\tMiktar\r\nTaze Kaşar\t2'
/** The text in UTF-16, with the byte order mark as its first character. */
const littleEndian = Buffer.from(`\ufeff${TEXT}`, 'utf16le')

test.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
  ['the Turkish code page', Buffer.from(TEXT.replace('ş', '\xfe'), 'latin1')],
  ['UTF-16, as Excel writes it', littleEndian],
  ['UTF-16 with the higher byte first', Buffer.from(littleEndian).swap16()],
])('a file in %s is read', (_, bytes) => {
  expect(fileText(new Uint8Array(bytes).buffer)).toBe(TEXT)
})
