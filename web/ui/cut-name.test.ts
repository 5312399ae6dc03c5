import { expect, test } from 'vitest'
import { startOfEnd } from './cut-name.tsx'

test.each([
  ['Sızma Zeytinyağı 18 lt Teneke', '18 lt Teneke'],
  ['Siyah Zeytin 600 g Kavanoz', '600 g Kavanoz'],
  ['Maden Suyu 12×0,5 lt', '12×0,5 lt'],
  ['Ayran 20 x 200 ml', '20 x 200 ml'],
  ['Yarım Yağlı Süt 200 ml 12’li Koli', '200 ml 12’li Koli'],
  ['Baklavalık Un 5 kg Kraft Torba Ambalaj', '5 kg Kraft Torba Ambalaj'],
  ['Tam Yağlı Olgunlaştırılmış Ezine Peyniri', 'Ezine Peyniri'],
  ['No 1 Tam Yağlı Olgunlaştırılmış Ezine Peyniri', 'Ezine Peyniri'],
  ['Pul Biber 1 kg Plastik Kovada Kapaklı', 'Kovada Kapaklı'],
  ['Bereket Sofrası Gıda Ltd. Şti. Çekmeköy Şubesi', 'Çekmeköy Şubesi'],
  ['Ayran', 'Ayran'],
  ['Olgunlaştırılmamışlardandır', 'Olgunlaştırılmamışlardandır'],
])('the end of %j that is never cut is %j', (name, end) => expect(name.slice(startOfEnd(name))).toBe(end))

test.each([
  ['Espresso %100 Arabica 250 g Poşet', '250 g Poşet'],
  ['Arrabbiata Makarna Sosu 2,5 kg Kavanoz', '2,5 kg Kavanoz'],
  ['Yarım Yağlı Süt 200 ml 12’li Koli', '200 ml 12’li Koli'],
])('in a narrow column the end of %j is %j', (name, end) => expect(name.slice(startOfEnd(name, 18))).toBe(end))

test.each(['Limited Şirketi', 'LİMİTED ŞİRKETİ', 'Ltd. Şti.', 'LTD.ŞTİ', 'Anonim Şirketi', 'A.Ş.'])(
  'a name that ends with %j is cut at its end',
  form => expect(startOfEnd(`Bereketli Sofralar Gıda Sanayi ve Ticaret ${form}`)).toBe(0),
)
