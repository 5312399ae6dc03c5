import { fold } from '#contract/turkish.ts'
import type { Category } from './goods.ts'
import type { Random } from './random.ts'

/** The marketers of the sample. */
export const SAMPLE_MARKETERS = [
  { username: 'zeynep', name: 'Zeynep Karaca' },
  { username: 'murat', name: 'Murat Ersoy' },
  { username: 'elif', name: 'Elif Tunalı' },
]

/** The kinds of businesses that buy, the size of their orders, and the categories that they prefer. */
export type Kind = keyof typeof KINDS
export const KINDS = {
  Lokanta: { size: 1, likes: ['Kuru Gıda', 'Konserve', 'Turşu', 'Peynir', 'Zeytinler', 'Sos', 'İçecekler'] },
  Kafe: { size: 0.7, likes: ['Kahve', 'Şurup', 'Şoklu Meyve Püre', 'İçecekler', 'Peynir', 'Sos'] },
  Otel: { size: 2.2, likes: ['Peynir', 'Zeytinler', 'Özel Ürünler', 'Kahve', 'Konserve', 'İçecekler', 'Kuru Gıda'] },
  Market: { size: 1.6, likes: ['Peynir', 'Zeytinler', 'Konserve', 'Kuru Gıda', 'İçecekler', 'Turşu', 'Sos'] },
  Pastane: { size: 0.9, likes: ['Şoklu Meyve Püre', 'Özel Ürünler', 'Kuru Gıda', 'Kahve', 'Şurup', 'Peynir'] },
  Uzakdoğu: { size: 0.9, likes: ['Uzakdoğu Ürünleri', 'Sos', 'Kuru Gıda', 'İçecekler', 'Şurup'] },
  Pizza: { size: 1.1, likes: ['Peynir', 'Zeytinler', 'Konserve', 'Sos', 'İçecekler', 'Turşu'] },
} satisfies Record<string, { size: number; likes: Category[] }>

// kind | company | street | district | city | dialling code
const CUSTOMERS = `
Lokanta | Çınaraltı Lokantası | Vatan Cad. No: 18 | Fatih | İstanbul | 212
Kafe | Kuytu Kahve | Moda Cad. No: 112/A | Kadıköy | İstanbul | 216
Otel | Haliç Konak Otel | Yolcuzade Sok. No: 7 | Beyoğlu | İstanbul | 212
Market | Özdemirler Market | Alemdağ Cad. No: 241 | Ümraniye | İstanbul | 216
Pastane | Şekerci İhsan Pastanesi | Bağdat Cad. No: 356 | Maltepe | İstanbul | 216
Uzakdoğu | Sakura Sushi | Nispetiye Cad. No: 64 | Beşiktaş | İstanbul | 212
Pizza | Taşfırın Pizza | İstasyon Cad. No: 29 | Bakırköy | İstanbul | 212
Lokanta | Köfteci Yakup Usta | Sahil Yolu No: 5 | Üsküdar | İstanbul | 216
Kafe | Üçüncü Kat Kafe | Serdar-ı Ekrem Sok. No: 14 | Beyoğlu | İstanbul | 212
Lokanta | Ocakbaşı Cemil | Tatlıpınar Sok. No: 33 | Şişli | İstanbul | 212
Market | Günışığı Gross | Fevzi Çakmak Cad. No: 88 | Pendik | İstanbul | 216
Otel | Adalar Park Otel | Çankaya Cad. No: 21 | Adalar | İstanbul | 216
Kafe | Demlik Çay ve Kahve | İncirli Cad. No: 47 | Bakırköy | İstanbul | 212
Pastane | Pastane Lavanta | Valikonağı Cad. No: 92 | Şişli | İstanbul | 212
Lokanta | Balıkçı Hüsnü | Rumeli Kavağı İskelesi No: 2 | Sarıyer | İstanbul | 212
Uzakdoğu | Wok Durağı | Ataşehir Bulvarı No: 15 | Ataşehir | İstanbul | 216
Lokanta | Anne Eli Ev Yemekleri | Perpa B Blok Kat 4 | Şişli | İstanbul | 212
Pizza | Napoli Köşesi | Caferağa Mah. Neşet Ömer Sok. No: 9 | Kadıköy | İstanbul | 216
Lokanta | Ankara Kalesi Sofrası | Kale Kapısı Sok. No: 11 | Altındağ | Ankara | 312
Kafe | Tunalı Kahve Evi | Tunalı Hilmi Cad. No: 78 | Çankaya | Ankara | 312
Otel | Başkent Palas | Atatürk Bulvarı No: 190 | Çankaya | Ankara | 312
Market | Yıldızlar Market | Şehit Adem Yavuz Cad. No: 6 | Keçiören | Ankara | 312
Pastane | Kuğulu Pastanesi | Kuğulu Sok. No: 3 | Çankaya | Ankara | 312
Lokanta | Aspava Kardeşler | Esat Cad. No: 101 | Çankaya | Ankara | 312
Pizza | Fırın 06 | Bahçelievler 7. Cad. No: 40 | Çankaya | Ankara | 312
Kafe | Bulvar Espresso | Kızılay Meydanı No: 1 | Çankaya | Ankara | 312
Lokanta | Kordon Balık | Atatürk Cad. No: 174 | Konak | İzmir | 232
Kafe | Gevrek ve Kahve | Kıbrıs Şehitleri Cad. No: 55 | Konak | İzmir | 232
Otel | Alaçatı Taş Otel | 1005 Sok. No: 12 | Çeşme | İzmir | 232
Market | Ege Bereket Market | Girne Bulvarı No: 133 | Karşıyaka | İzmir | 232
Uzakdoğu | Karşıyaka Noodle | 1728 Sok. No: 8 | Karşıyaka | İzmir | 232
Pastane | Boyoz Fırını | Mithatpaşa Cad. No: 402 | Konak | İzmir | 232
Lokanta | Urla Bağ Evi | Kuşçular Köyü Yolu No: 5 | Urla | İzmir | 232
Lokanta | Yeşil Bursa İskender | Ünlü Cad. No: 7 | Osmangazi | Bursa | 224
Otel | Uludağ Termal Otel | Çekirge Cad. No: 66 | Osmangazi | Bursa | 224
Lokanta | Kaleiçi Meyhanesi | Hesapçı Sok. No: 28 | Muratpaşa | Antalya | 242
Otel | Lara Sahil Otel | Güzeloba Mah. Lara Cad. No: 310 | Muratpaşa | Antalya | 242
Kafe | Porsuk Kafe | Adalar Mevkii No: 17 | Tepebaşı | Eskişehir | 222
Market | Çukurova Toptan Gıda | Turhan Cemal Beriker Bulvarı No: 58 | Seyhan | Adana | 322
Lokanta | Gaziantep Mutfağı | İncilipınar Mah. 3. Cad. No: 22 | Şehitkamil | Gaziantep | 342
`

/** A customer before it is stored; `marketer` is the index of their marketer, if they have one. */
export type SampleCustomer = ReturnType<typeof sampleCustomers>[number]

export function sampleCustomers(random: Random, atMost = 100) {
  const lines = CUSTOMERS.trim().split('\n').slice(0, atMost)
  return lines.map((line, i) => {
    const [kind, company_name = '', street, district, city, code] = line.split(' | ')
    const username = fold(company_name).replaceAll(' ', '.')
    return {
      kind: kindOf(kind),
      company_name,
      username,
      email: `siparis@${username.replaceAll('.', '-')}.ornek.com.tr`,
      phone: `0${code} 555 ${random.between(10, 99)} ${random.between(10, 99)}`,
      address: `${street}, ${district} / ${city}`,
      // Every seventh customer has no marketer.
      marketer: i % 7 === 6 ? undefined : i % SAMPLE_MARKETERS.length,
    }
  })
}

function kindOf(text = ''): Kind {
  if (isKind(text)) return text
  throw new Error(`no kind of business is called ${text}`)
}

const isKind = (text: string): text is Kind => text in KINDS
