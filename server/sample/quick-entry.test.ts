import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EntryMatcher } from '#contract/entry-matcher.ts'
import { formatMoney, formatNumber, kurus } from '#contract/money.ts'
import { enteredLines, readingsOf, withoutLineNumber } from '#contract/quick-entry.ts'
import { sampleCatalogue } from '../testing/sample-catalogue.ts'

// Lines of pasted lists as customers write them, each with the meant product and its quantity; without a product where
// several are possible or none is sold.
const ANSWERS = readFileSync(new URL('quick-entry-answers.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map(row => {
    const [line = '', meant = '', quantity = ''] = row.split('\t')
    return { line: line.replaceAll('\\t', '\t'), meant, quantity: quantity ? Number(quantity) : undefined }
  })

const products = sampleCatalogue().map((product, i) => ({
  ...product,
  id: String(i),
}))
const matcher = new EntryMatcher(products)
const noCustomer = { bought: new Set<string>() }

test('no known line is matched to a wrong product, and most are matched', () => {
  const results = ANSWERS.map(answer => ({ ...answer, match: matcher.match(answer.line, noCustomer) }))
  const found = results.flatMap(({ line, meant, quantity, match }) =>
    match.kind === 'found' ? [{ line, product: match.product.name, asked: match.quantity, meant, quantity }] : [],
  )
  expect(found.filter(({ product, asked, meant, quantity }) => product !== meant || asked !== quantity)).toEqual([])
  expect(ANSWERS.length).toBeGreaterThanOrEqual(150)
  const meantOne = results.filter(({ meant }) => meant !== '')
  expect(found.length / meantOne.length).toBeGreaterThan(0.95)
  // Where the match is not certain, the meant product is the first candidate.
  const missed = meantOne.filter(({ match }) => match.kind !== 'found')
  const first = missed.map(({ match }) => match.kind === 'several' && match.candidates[0]?.name)
  expect(first).toEqual(missed.map(({ meant }) => meant))
})

test('products that the customer buys come first, preceded by one that was chosen for the same words', () => {
  const id = (name: string) => products.find(product => product.name === name)!.id
  const bought = new Set([id('Havuç Turşusu 5 kg Kova')])
  const first = (line: string, chosen?: (words: string) => string | undefined) => {
    const match = matcher.match(line, { bought, chosen })
    return match.kind === 'several' ? match.candidates[0]?.name : match.kind
  }
  expect(first('turşu 3')).toBe('Havuç Turşusu 5 kg Kova')
  const sack = matcher.match('nohut 5', { bought: new Set([id('Nohut 25 kg Çuval')]) })
  expect(sack).toMatchObject({ kind: 'found', product: { name: 'Nohut 25 kg Çuval' }, quantity: 5 })
  const pickled = id('Karışık Turşu 680 g Kavanoz')
  expect(first('3 TURŞU', words => (words === 'tursu' ? pickled : undefined))).toBe('Karışık Turşu 680 g Kavanoz')
  expect(matcher.suggest('turş 3', bought)[0]).toMatchObject({
    product: { name: 'Havuç Turşusu 5 kg Kova' },
    quantity: 3,
  })
})

test.each([
  ['havuç turşusu 5 kg', 'Havuç Turşusu 5 kg Kova', undefined, undefined],
  ['2 kova havuç turşusu', 'Havuç Turşusu 5 kg Kova', 2, undefined],
  ['havuç turşusu 2 koli', 'Havuç Turşusu 5 kg Kova', 2, 'koli'],
])('for %s, the suggestion %s has the quantity %s and the unit %s', (typed, name, quantity, unit) => {
  const [first] = matcher.suggest(typed, new Set())
  expect([first?.product.name, first?.quantity, first?.unit]).toEqual([name, quantity, unit])
})

test.each([
  ['2 koli kola', ['kola'], 2, 'koli'],
  ['1,5 kg kaşar', ['kasar'], 1.5, 'KG'],
  ['5ad Labne', ['labne'], 5, 'ADET'],
  ['1.250 x peçete', ['pecete'], 1250, undefined],
  ['üç adet labne lütfen', ['labne'], 3, 'ADET'],
  ['4) Hellim (250 g) = 6', ['hellim', '250', 'g'], 6, undefined],
])('%s', (line, words, quantity, unit) => {
  expect(readingsOf(withoutLineNumber(line))[0]).toMatchObject({ words, quantity, unit })
})

const matched = (line: string) => {
  const match = matcher.match(line, noCustomer)
  const name = match.kind === 'found' ? match.product.name : match.kind
  return [name, match.quantity, match.kind === 'unknown' ? undefined : match.unit]
}
const barcodeOf = (name: string) => products.find(product => product.name === name)!.barcode!

test.each([
  ['Balık Sosu 700 ml Şişe', ';4;Balık Sosu 700 ml', 4, undefined],
  ['Balık Sosu 700 ml Şişe', ' Balık Sosu 700 ml', undefined, undefined],
  ['Balık Sosu 700 ml Şişe', ' balık sosu 700', undefined, undefined],
  ['Balık Sosu 700 ml Şişe', ' Balık Sosu 700 ml 4', 4, undefined],
  ['Balık Sosu 700 ml Şişe', ' balık sosu 700 ml 4 adet', 4, 'ADET'],
  ['Balık Sosu 700 ml Şişe', ' sos 750 gr', undefined, undefined],
  ['Nohut 5 kg Torba', '\tNohut 5 kg', undefined, undefined],
  ['Taze Kaşar Tekerlek', ' taze kaşar 5 kg', 5, 'KG'],
])('beside the barcode of %s, `%s` means the quantity %s', (name, rest, quantity, unit) => {
  expect(matched(`${barcodeOf(name)}${rest}`)).toEqual([name, quantity, unit])
})

test.each([
  ['Yumurta 30 adet', undefined, undefined],
  ['Yumurta 30 adet 2', 2, undefined],
  ['Yumurta 30 adet 2 koli', 2, 'koli'],
  ['2 adet Yumurta 30 adet', 2, 'ADET'],
  ['Yumurta 30 adet 2 adet, KDV 10', 2, 'ADET'],
  ['Yumurta 30 adet 30 adet', 30, 'ADET'],
  ['30 adet', 30, 'ADET'],
])('beside the barcode of eggs sold by thirty, `%s` means the quantity %s', (rest, quantity, unit) => {
  const eggs = { ...products[0]!, name: 'Yumurta 30 Adet', barcode: '8690000000012' }
  const match = new EntryMatcher([eggs]).match(`${eggs.barcode} ${rest}`, noCustomer)
  expect(match).toEqual({ kind: 'found', product: eggs, quantity, unit })
})

test('a quantity before a barcode is found, whatever size follows', () => {
  const [name, barcode] = ['Balık Sosu 700 ml Şişe', barcodeOf('Balık Sosu 700 ml Şişe')]
  expect(matched(`4 adet ${barcode} Balık Sosu 700 ml`)).toEqual([name, 4, 'ADET'])
  expect(matched(`4 ${barcode} Balık Sosu 700 ml`)).toEqual([name, 4, undefined])
  expect(matched(`6 x ${barcode}`)).toEqual([name, 6, undefined])
  const [line] = enteredLines(`Barkod\tÜrün\n${barcode}\tBalık Sosu 700 ml`)
  expect(matched(line!)).toEqual([name, undefined, undefined])
})

test('beside a barcode that no product has, the product of the other words is offered for choice', () => {
  const offered = (line: string) => {
    const match = matcher.match(line, noCustomer)
    return [match.kind === 'several' ? match.candidates[0]?.name : match.kind, match.quantity]
  }
  expect(offered('8691234567890\tBalık Sosu 700 ml Şişe\t3')).toEqual(['Balık Sosu 700 ml Şişe', 3])
  expect(offered('4 adet balık sosu 700 ml 12345678')).toEqual(['Balık Sosu 700 ml Şişe', 4])
  for (const rest of ['', ' 3', '\t3\tADET', ' x 3', '\t3 adet\t₺48', ' 12 3', ' koli', ' 3 kavanoz 500 gr']) {
    expect(matcher.match(`8691234567890${rest}`, noCustomer)).toMatchObject({ kind: 'unknown' })
  }
})

test.each([
  ['3) 5 kg nohut', '5 kg nohut'],
  ['2- nohut 5 kg', 'nohut 5 kg'],
  ['1- 5 kg nohut', '5 kg nohut'],
  ['5)nohut 3', 'nohut 3'],
  ['1.Nohut 1 kg torba 4', 'Nohut 1 kg torba 4'],
  ['4. 2 teneke domates salçası', '2 teneke domates salçası'],
  ['1) 2 teneke domates salçası', '2 teneke domates salçası'],
  ['2)\tNohut 1 kg torba\t4', 'Nohut 1 kg torba\t4'],
  ['5-nohut', 'nohut'],
  ['3. teneke domates salçası', 'teneke domates salçası'],
  ['3-teneke domates salçası', 'teneke domates salçası'],
])('the number of the line `%s` is no quantity', (line, without) => {
  expect(withoutLineNumber(line)).toBe(without)
  expect(matched(line)).toEqual(matched(without))
})

test.each(['5-nohut', '5.nohut', '5. nohut', '5- nohut'])('in the field for one product, `%s` are 5', typed => {
  expect(matcher.suggest(typed, new Set())[0]?.quantity).toBe(5)
})

test('the number of a line with a barcode is no quantity either', () => {
  const barcode = barcodeOf('Balık Sosu 700 ml Şişe')
  expect(matched(`1) ${barcode}`)).toEqual(['Balık Sosu 700 ml Şişe', undefined, undefined])
})

test.each([
  ['1.5 kg taze kaşar', 'Taze Kaşar Tekerlek', 1.5, 'KG'],
  ['5-adet labne 400 gr', 'Labne 400 g Kase', 5, 'ADET'],
  ['5- adet labne 400 gr', 'Labne 400 g Kase', 5, 'ADET'],
  ['5.ad labne 400 gr', 'Labne 400 g Kase', 5, 'ADET'],
  ['5. adet labne 400 gr', 'Labne 400 g Kase', 5, 'ADET'],
  ['3. kg taze kaşar tekerlek', 'Taze Kaşar Tekerlek', 3, 'KG'],
  ['1.250 x nohut 1 kg torba', 'Nohut 1 kg Torba', 1250, undefined],
])('the quantity at the start of `%s` is no number of the line', (line, name, quantity, unit) => {
  expect(matched(line)).toEqual([name, quantity, unit])
})

test('lines are split at every kind of line end, and those without letters or digits are left out', () => {
  expect(enteredLines('a 1\r\n\r\nb 2\rc 3\n---\n• d')).toEqual(['a 1', 'b 2', 'c 3', '• d'])
})

test('the lines of an order or a list that is shared as text are read with their quantities', () => {
  const wrong = products.flatMap(({ name, unit, price }) =>
    [1, 2, 5, 24, 1250].flatMap(quantity =>
      ['', ' (ileri tarihli: 03.12.2026)'].flatMap(later => {
        const total = formatMoney(kurus(price * quantity))
        const line = `${formatNumber(quantity)} ${unit} ${name}${later} – ${total}`
        const [found, read] = matched(line)
        return found === name && read === quantity ? [] : [line]
      }),
    ),
  )
  expect(wrong).toEqual([])
})

test.each([
  ['Nohut 5 kg Torba ₺48', undefined, undefined],
  ['Nohut 5 kg Torba 48 TL', undefined, undefined],
  ['Nohut 5 kg Torba = ₺ 1.234,50', undefined, undefined],
  ['Nohut 5 kg Torba: 1.234,50 ₺', undefined, undefined],
  ['Nohut 5 kg Torba\t1.234,50 TRY', undefined, undefined],
  ['Nohut 5 kg Torba\t3\t₺48,50', 3, undefined],
  ['Nohut 5 kg Torba 3 x ₺48,50', 3, undefined],
  ['Nohut 5 kg Torba 3x48,50 TL', 3, undefined],
  ['Nohut 5 kg Torba 3 ₺48', 3, undefined],
  ['Nohut 5 kg Torba 48,50 ₺ 3 adet', 3, 'ADET'],
  ['3 adet Nohut 5 kg Torba, 48 lira/adet', 3, 'ADET'],
  ['Nohut 5 kg Torba 3 x 48 = 144 TL', 3, undefined],
  ['Nohut 5 kg Torba 3x48,50=145,50 TL', 3, undefined],
  ['Nohut 5 kg Torba 3 × 48 = ₺144', 3, undefined],
  ['3 adet Nohut 5 kg Torba x 48 = 144 TL', 3, 'ADET'],
  ['Nohut 5 kg Torba 12 x ₺48 = 576', 12, undefined],
  ['Nohut 5 kg Torba 12 x 48 TL/adet = 576', 12, undefined],
  ['Nohut 5 kg Torba 12 x 48 TL = 576 TL', 12, undefined],
  ['Nohut 5 kg Torba 1 234,50 TL', undefined, undefined],
  ['Nohut 5 kg Torba 3 ₺ 48', undefined, undefined],
  ['Nohut 5 kg Torba 3 250 TL', 3, undefined],
  ['Nohut 5 kg Torba 1.250,- ₺', undefined, undefined],
])('the price in `%s` is no quantity', (line, quantity, unit) => {
  expect(matched(line)).toEqual(['Nohut 5 kg Torba', quantity, unit])
})

test('products whose names differ in a price are told apart by its number', () => {
  const wafers = ['Gofret 5 TL', 'Gofret 10 TL'].map((name, i) => ({ ...products[0]!, id: `${i}`, name }))
  const offered = new EntryMatcher(wafers).match('gofret 10 x3', noCustomer)
  expect(offered).toMatchObject({ kind: 'several', candidates: [wafers[1]], quantity: 3 })
})

test('the time and the sender of a copied message are left out', () => {
  const messages = `[10:32, 24.11.2026] Ahmet Kafe: 3 ezine peyniri
\u200e[24.11.2026 10:32:05] Ahmet: nohut 5 kg
24.11.2026 10:32 - +90 532 000 00 00: nohut 5 kg
24.11.2026, 10:33 - Ahmet:
2 zeytin: yeşil
[2] 3 pirinç
[10:32] balık sosu: 3`
  expect(enteredLines(messages)).toEqual([
    '3 ezine peyniri',
    'nohut 5 kg',
    'nohut 5 kg',
    '2 zeytin: yeşil',
    '[2] 3 pirinç',
    '[10:32] balık sosu: 3',
  ])
})

test('product, quantity and unit are read from a table with headings, and rows without a quantity are left out', () => {
  const priceList = `Fiyat listesi
Sıra No\tÜrün Adı\tMarka\tBirim Fiyatı\tSipariş Adedi\tBirim
1\tNohut 1 kg\tKöy\t120\t3\tADET
2\tPirinç 5 kg\t\t410\t\tADET
\tMercimek\t\t90\t0\tKG
3\tBulgur\t\t90\t1,5\tKG
Cuma gelsin`
  expect(enteredLines(priceList)).toEqual([
    'Fiyat listesi',
    'Nohut 1 kg Köy\t3\tADET',
    'Bulgur\t1,5\tKG',
    'Cuma gelsin',
  ])
  expect(enteredLines('Satır\nhav turş;3')).toEqual(['hav turş;3'])
  expect(enteredLines('ÜRÜN; MİKTAR:\nhav turş;3;\n;5')).toEqual(['hav turş\t3', '5'])
  expect(enteredLines('adet 3 labne\nmarka;2')).toEqual(['adet 3 labne', 'marka;2'])
})

test.each([
  ['Ürün\tMiktar\tFiyat (TL)', '\t1\t82,00', '\t1'],
  ['Ürün\tMiktar (adet)\tBirim Fiyat (₺)', '\t1\t82,00', '\t1'],
  ['Ürün\tKoli İçi\tMiktar\tListe Fiyatı\tKDV’li Fiyat', '\t12\t1\t82,00\t82,82', '\t1'],
  ['Ürün\tFiyat TL', '\t82,00', ''],
  ['Ürün\tAdet (₺)\tSipariş', '\t82,00\t1', '\t1'],
  ['Ürün\tAdet TL\tSipariş', '\t82,00\t1', '\t1'],
  ['Ürün\tMiktar\tBirim (TL)', '\t1\t82,00', '\t1'],
  ['Ürün Adı (fiyatlar TL)\tMiktar\tFiyat 2026 (TL)', '\t1\t82,00', '\t1'],
])('of a table with the headings `%s`, prices and other columns are left out', (headings, cells, read) => {
  expect(enteredLines(`${headings}\nNohut 1 kg Torba${cells}`)).toEqual([`Nohut 1 kg Torba${read}`])
})

test.each([
  ['Ürün\tMiktar (koli)', '\t3', '\t3\tkoli'],
  ['Ürün\tMiktar (koli)\tMiktar (adet)', '\t\t3', '\t3'],
  ['Ürün\tMiktar (koli)\tBirim', '\t3\tadet', '\t3\tadet'],
])('under the headings `%s`, a quantity without a unit has that of its heading', (headings, cells, read) => {
  expect(enteredLines(`${headings}\nNohut 1 kg Torba${cells}`)).toEqual([`Nohut 1 kg Torba${read}`])
})

test.each([
  ['Ürün Adı\tKoli\tAdet', ['Ezine\t2\t', 'Zeytin\t\t3'], ['Ezine\t2\tKoli', 'Zeytin\t3']],
  ['Ürün Adı\tKoli\tAdet', ['Nohut\t1\t5', 'Bal\t0\t-'], ['Nohut\t5']],
  ['Ürün\tKg\tAdet', ['Nohut\t4\t', 'Kaşar\t5\t2'], ['Nohut\t4\tKg', 'Kaşar\t2']],
  ['Ürün\tKoli\tKg\tKilo', ['Nohut\t1\t5\t7'], ['Nohut\t1\tKoli', 'Nohut\t5\tKg']],
  ['Ürün|Adet|Teneke', ['Salça 10 kg|2|2'], ['Salça 10 kg\t2']],
  ['Ürün|Miktar|Kg', ['Salça 10 kg|2|20'], ['Salça 10 kg\t2']],
  ['Ürün|Miktar (koli)|Miktar (adet)', ['Balık Sosu|2|24'], ['Balık Sosu\t24']],
  ['Ürün|Adet|Paket', ['Balık Sosu|3|şişe'], ['Balık Sosu\t3']],
  [
    'Ürün|Paket',
    ['Balık Sosu|şişe', 'Nohut|5 kg', 'Noodle|2 pkt', 'Ezine|1/2'],
    ['Noodle\t2\tPaket', 'Ezine\t1/2\tPaket'],
  ],
  ['Ürün;Adet;KASA', ['Ezine;;2'], ['Ezine\t2\tKASA']],
  ['Ürün\tPaket\tBirim', ['Noodle\t2\tadet'], ['Noodle\t2\tPaket']],
  ['Ürün\tMiktar\tSipariş', ['Ezine\t2\t3'], ['Ezine\t2']],
  ['Ürün\tKoli İçi\tAdet', ['Ezine\t12\t3'], ['Ezine\t3']],
  ['Ürün\tKoli (₺)\tAdet', ['Ezine\t1.200\t3'], ['Ezine\t3']],
])('under the headings `%s`, each quantity of a row is read with its unit', (headings, rows, read) => {
  expect(enteredLines([headings, ...rows].join('\n'))).toEqual(read)
})

test.each(['Sipariş', 'Sipariş Adedi', 'Sipariş Miktarı', 'İstenen', 'Talep', 'Miktar'])(
  'in a price list with the column %s, columns headed by units are not ordered',
  heading => {
    expect(enteredLines(`Ürün|Paket|Fiyat|${heading}\nPenne 500 g|12|40|\nNohut|6|90|2`)).toEqual(['Nohut\t2'])
    expect(enteredLines(`Ürün;Koli;Fiyat;${heading}\nBalık Sosu;12;48,50;`)).toEqual([])
  },
)

test('a price with a currency is no heading', () => {
  expect(enteredLines('Ürün\t5 TL\nNohut\t2')).toEqual(['Ürün\t5 TL', 'Nohut\t2'])
})

test('a row with a digit and an unknown cell is no row of headings', () => {
  expect(enteredLines('Ürün; adet; 3\nNohut;2')).toEqual(['Ürün; adet; 3', 'Nohut;2'])
})

test.each([
  ['½ kg taze kaşar', 0.5],
  ['1/2 kg taze kaşar', 0.5],
  ['taze kaşar 3/4kg', 0.75],
  ['1½ kg taze kaşar', 1.5],
  ['taze kaşar 2 1/2 kg', 2.5],
  ['2 3/8 kg taze kaşar', 2.375],
  ['taze kaşar\t1/2\tkg', 0.5],
])('the fraction in `%s` is the quantity %d', (line, quantity) => {
  expect(matched(line)).toEqual(['Taze Kaşar Tekerlek', quantity, 'KG'])
})

test('`yarım` is a half before a unit, and part of the name elsewhere', () => {
  expect(matched('yarım kilo taze kaşar')).toEqual(['Taze Kaşar Tekerlek', 0.5, 'KG'])
  expect(matched('taze kaşar\tyarım\tkg')).toEqual(['Taze Kaşar Tekerlek', 0.5, 'KG'])
  const milk = ['Yarım Yağlı Süt 1 lt', 'Tam Yağlı Süt 1 lt'].map((name, i) => ({ ...products[0]!, id: `${i}`, name }))
  const milkMatcher = new EntryMatcher(milk)
  expect(milkMatcher.match('yarım yağlı süt', noCustomer)).toMatchObject({ product: milk[0], quantity: undefined })
  expect(milkMatcher.match('yarım yağlı süt 3', noCustomer)).toMatchObject({ product: milk[0], quantity: 3 })
  expect(milkMatcher.suggest('yarım yağlı süt', new Set())).toEqual([{ product: milk[0] }])
})

test.each([
  ['ayran 20x250', 'Ayran 20×250 ml Kase', undefined],
  ['20x250 ayran', 'Ayran 20×250 ml Kase', undefined],
  ['maden suyu limonlu 24x200', 'Maden Suyu, Limonlu 24×200 ml Şişe', undefined],
  ['balık sosu 700', 'Balık Sosu 700 ml Şişe', undefined],
  ['balık sosu: 700', 'Balık Sosu 700 ml Şişe', 700],
  ['balık sosu = 700', 'Balık Sosu 700 ml Şişe', 700],
  ['balık sosu 700 700', 'Balık Sosu 700 ml Şişe', 700],
  ['balık sosu\t700', 'Balık Sosu 700 ml Şişe', 700],
  ['asma yaprağı 600 12', 'Asma Yaprağı 600 g Kavanoz', 12],
  ['nohut 25 kg 1', 'Nohut 25 kg Çuval', 1],
  ['wasabi tozu 1', 'Wasabi Tozu 1 kg Poşet', 1],
  ['ayran 20x250 3', 'Ayran 20×250 ml Kase', 3],
  ['çiçek balı 850 x 5', 'Süzme Çiçek Balı 850 g Kavanoz', 5],
  ['5x5 kg antep fıstığı içi', 'Antep Fıstığı İçi 5 kg Torba', 5],
  ['10x10 kg domates salçası', 'Domates Salçası 10 kg Teneke', 10],
  ['ayran 20x250 x20', 'Ayran 20×250 ml Kase', 20],
  ['5 x 850 çiçek balı', 'Süzme Çiçek Balı 850 g Kavanoz', 5],
])('`%s` means %s, and the quantity %s', (line, name, quantity) => {
  expect(matched(line).slice(0, 2)).toEqual([name, quantity])
})

test('in the field for one product, a size with two numbers is no quantity either', () => {
  expect(matcher.suggest('ayran 20x250', new Set())[0]).toMatchObject({ quantity: undefined })
  expect(matcher.suggest('nohut 25', new Set())[0]?.quantity).toBe(25)
})

test('a fraction without a unit is no size either', () => {
  expect(matched('½ taze kaşar')).toEqual(['several', 0.5, undefined])
  expect(matched('1/2 taze kaşar')).toEqual(['several', 0.5, undefined])
})

test('a date or a calibre is no fraction', () => {
  expect(readingsOf('zeytin 201/230')).toContainEqual({ words: ['zeytin', '201'], quantity: 230, isBare: true })
  expect(readingsOf('1/2/2027 zeytin')).toContainEqual({ words: ['2', '2027', 'zeytin'], quantity: 1, unit: undefined })
})
