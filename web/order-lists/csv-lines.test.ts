import { expect, test } from 'vitest'
import { csvLines } from './csv-lines.ts'

test.each([
  ['commas', 'Ürün,Miktar,Fiyat\r\nTaze Kaşar,2,"1.250,00"\r\n', ['Taze Kaşar\t2']],
  ['semicolons', 'Ürün;Miktar;Fiyat\nTaze Kaşar;2;1.250,00', ['Taze Kaşar\t2']],
  ['tabs', 'Ürün\tMiktar\nSalça, biber\t2', ['Salça, biber\t2']],
  ['bars', 'Ürün|Miktar\nTaze Kaşar|2', ['Taze Kaşar\t2']],
  ['commas, without headings', '1,Zeytin,3\n2,Nohut,5', ['1\tZeytin\t3', '2\tNohut\t5']],
])('a file whose columns are separated by %s is a table', (_, text, lines) => {
  expect(csvLines(text)).toEqual(lines)
})

test.each([
  ['Ürün;Miktar\n"Domates; 5 kg";3', ['Domates 5 kg\t3']],
  ['Ürün,Miktar\n"Salça, biber",3', ['Salça, biber\t3']],
  ['Ürün,Miktar\n"Beyaz\n""Köy"" Peyniri",3\n"",4', ['Beyaz "Köy" Peyniri\t3', '4']],
  ['Ürün,Miktar\nZeytin;yeşil,3', ['Zeytin yeşil\t3']],
])('what would separate columns or lines is a space inside a cell: %j', (text, lines) => {
  expect(csvLines(text)).toEqual(lines)
})

test('a title above the table does not decide what separates its columns', () => {
  expect(csvLines('Sipariş, Pazartesi\nÜrün;Miktar\nZeytin;3')).toEqual(['Sipariş, Pazartesi', 'Zeytin\t3'])
})

test('a decimal comma separates no columns, and a quote inside a cell begins no quoted one', () => {
  expect(csvLines('zeytin 1,5\nnohut 3')).toEqual(['zeytin 1,5', 'nohut 3'])
  expect(csvLines('Boru 5";3\nBoru 7";4\n"Vana;2')).toEqual(['Boru 5"\t3', 'Boru 7"\t4', '"Vana\t2'])
})
