import type { CATEGORIES } from '#contract/catalogue.ts'

export type Category = (typeof CATEGORIES)[number]

/**
 * The products of a category. A line of `goods`: name | look of its picture | description | packings with prices in
 * lira.
 */
export type Shelf = { vat: number; keeping: string; brands: string[]; goods: string }

// A packing in `kg` or `lt` has a price per unit; any other is a piece, or a PAKET if that is its name.
export const SHELVES: Record<Category, Shelf> = {
  Peynir: {
    vat: 5,
    keeping: '2–6 °C arasında saklayınız.',
    brands: ['Yaylakır', 'Sütpınarı', 'Karlıtepe', 'Mandıra 1962'],
    goods: `
Ezine Beyaz Peynir | beyaz | Koyun, keçi ve inek sütünden, sekiz ay olgunlaştırılmış | 17 kg Teneke 6450; 600 g Vakum 289
Tam Yağlı Beyaz Peynir | beyaz | Kahvaltı ve salata için, dilimlenmeye uygun | 17 kg Teneke 4380; 1 kg Vakum 298; 500 g Kase 162,50
Keçi Peyniri | beyaz | Yumuşak içimli, hafif tuzlu | 3 kg Kase 1540; 350 g Vakum 212
Lor Peyniri | beyaz | Börek ve tatlılar için, tuzsuz | 5 kg Kase 640; kg Kase 139
Labne | beyaz | Sürülebilir, pürüzsüz kıvamlı | 2,75 kg Kase 412; 400 g Kase 78,50
Krem Peynir | beyaz | Cheesecake ve kahvaltı için, fırına dayanıklı | 10 kg Kase 1890; 1,5 kg Kase 318
Taze Kaşar | sarı | Kolay eriyen, tost ve pide için | 2 kg Vakum 820; 700 g Vakum 312; kg Tekerlek 425
Eski Kaşar | sarı | On iki ay dinlendirilmiş, keskin aromalı | kg Tekerlek 690; 400 g Vakum 298
Rende Kaşar | sarı | Topaklanmayı önleyen nişastayla, 4 mm rende | 2 kg Poşet 790
Gravyer | sarı | Büyük gözenekli, fındıksı tatta | kg Tekerlek 940; 250 g Vakum 265
Cheddar Dilim | sarı | Burger için, kâğıt ayraçlı 84 dilim | 1,4 kg Vakum 545; 1 kg Vakum 405
Mozzarella Topu | taze | Salamurada, 125 gramlık toplar | 1 kg Kase 465; 125 g Poşet 68
Burrata | taze | İçi kremalı, günlük üretim | 2’li Kase 189
Hellim | taze | Izgarada formunu korur, naneli | 1 kg Poşet 498; 250 g Poşet 134
`,
  },
  Zeytinler: {
    vat: 5,
    keeping: 'Serin ve gölge yerde saklayınız; açıldıktan sonra buzdolabında tutunuz.',
    brands: ['Körfez Bahçesi', 'Gümüşdal', 'Ağaçdibi'],
    goods: `
Gemlik Siyah Zeytin, Yağlı Sele | siyah | Az tuzlu, ince kabuklu, 231–260 kalibre | 10 kg Teneke 2480; 2 kg Kova 545; 1 kg Vakum 278
Gemlik Siyah Zeytin, Salamura | siyah | Geleneksel fıçı salamurası, 261–290 kalibre | 10 kg Teneke 2150; 720 g Kavanoz 198
Kuru Sele Siyah Zeytin | siyah | Kuru tuzda olgunlaşmış, hafif buruk | 5 kg Kova 1290; 800 g Vakum 236
Dilimli Siyah Zeytin | siyah | Pizza ve salata için, çekirdeksiz | 3 kg Teneke 465; 1,5 kg Poşet 252
Çekirdeksiz Siyah Zeytin | siyah | Makine çekirdeksiz, iri boy | 5 kg Kova 1120; 400 g Kavanoz 128
Kırma Yeşil Zeytin | yeşil | Kırılmış, limonlu salamurada | 10 kg Teneke 1980; 3 kg Kova 640; 700 g Kavanoz 176
Çizik Yeşil Zeytin | yeşil | Domat cinsi, elde çizilmiş | 10 kg Teneke 2240; 700 g Kavanoz 192
Biberli Yeşil Zeytin | yeşil | Kırmızı biber dolgulu, çekirdeksiz | 5 kg Kova 1180; 400 g Kavanoz 134
Bademli Yeşil Zeytin | yeşil | Bütün bademle elde doldurulmuş | 3 kg Kova 1420; 370 g Kavanoz 214
Izgara Yeşil Zeytin | yeşil | Odun ateşinde közlenmiş, kekikli | 3 kg Kova 890; 350 g Kavanoz 158
Dilimli Yeşil Zeytin | yeşil | Sandviç ve pizza için, çekirdeksiz | 3 kg Teneke 498; 1,5 kg Poşet 268
Kalamata Zeytini | mor | Bademsi biçimli, şarap sirkeli | 5 kg Kova 1640; 370 g Kavanoz 189
Yeşil Zeytin Ezmesi | yeşil | Kapari ve sızma zeytinyağıyla | 1,7 kg Kavanoz 520; 190 g Kavanoz 92,50
Siyah Zeytin Ezmesi | siyah | Kahvaltılık, iri çekilmiş | 1,7 kg Kavanoz 498
`,
  },
  Turşu: {
    vat: 5,
    keeping: 'Açıldıktan sonra buzdolabında, kendi suyu içinde saklayınız.',
    brands: ['Küpeli', 'Sirkeci Dede', 'Bağarası'],
    goods: `
Kornişon Turşu | salatalık | 3–6 cm, çıtır, sirkeli | 5 kg Kova 468; 1,65 kg Kavanoz 178; 670 g Kavanoz 89
Salatalık Turşusu | salatalık | Orta boy, sarımsaklı ve dereotlu | 10 kg Kova 720; 3 kg Kavanoz 258
Dilim Salatalık Turşusu | salatalık | Burger için halka dilim | 5 kg Kova 492; 2,5 kg Kavanoz 276
Jalapeno Dilim | biber | Nacho ve pizza için, orta acı | 3 kg Kova 415; 680 g Kavanoz 118
Süs Biberi Turşusu | biber | Küçük boy, acı | 5 kg Kova 640; 650 g Kavanoz 112
Macar Biberi Turşusu | biber | Etli, az acılı | 5 kg Kova 560; 3 kg Kavanoz 342
Közlenmiş Kırmızı Biber | biber | Kabuğu soyulmuş, sirkeli suda | 3 kg Kavanoz 398; 680 g Kavanoz 124
Lahana Turşusu | lahana | İri doğranmış, sarımsaklı | 10 kg Kova 610; 3 kg Kavanoz 214
Mor Lahana Turşusu | lahana | İnce kıyım, döner ve dürüm için | 5 kg Kova 415; 1,6 kg Kavanoz 148
Pancar Turşusu | lahana | Dilimlenmiş, hafif tatlı | 5 kg Kova 438; 680 g Kavanoz 86
Karışık Turşu | karışık | Dokuz sebzeli, ev usulü | 10 kg Kova 690; 3 kg Kavanoz 246; 680 g Kavanoz 92
Havuç Turşusu | karışık | Çubuk doğranmış, çıtır | 5 kg Kova 412
Sarımsak Turşusu | karışık | Soyulmuş diş, yumuşak içim | 3 kg Kova 690; 370 g Kavanoz 134
Asma Yaprağı | yaprak | Sarmalık, ince damarlı, salamurada | 9 kg Kova 1780; 600 g Kavanoz 186
Kapari | yaprak | 7–9 mm, sirkeli | 1,5 kg Kavanoz 498; 200 g Kavanoz 98,50
`,
  },
  Konserve: {
    vat: 5,
    keeping: 'Oda sıcaklığında saklayınız; açıldıktan sonra başka kaba aktarınız.',
    brands: ['Bereketli Ova', 'Marmara Mutfağı', 'Defneli'],
    goods: `
Domates Salçası | domates | 28–30 briks, çift konsantre | 10 kg Teneke 890; 4,5 kg Konserve 428; 830 g Konserve 96
Biber Salçası | domates | Tatlı kapya biberinden | 10 kg Teneke 1090; 830 g Konserve 118
Soyulmuş Bütün Domates | domates | Pizza sosu için, kendi suyunda | 2,5 kg Konserve 176; 400 g Konserve 42,50
Doğranmış Domates | domates | Kabuksuz küp, fesleğenli | 2,5 kg Konserve 172; 400 g Konserve 41
Tatlı Mısır | mısır | Tuzlu suda taneli | 2,1 kg Konserve 208; 400 g Konserve 49
Garnitür | bezelye | Bezelye, havuç ve patates | 4,2 kg Konserve 246; 830 g Konserve 68
Bezelye | bezelye | İnce taneli, açık yeşil | 4,2 kg Konserve 258; 830 g Konserve 72,50
Haşlanmış Nohut | bezelye | Kabuğu sağlam, tuzlu suda | 2,5 kg Konserve 158; 400 g Konserve 38
Meksika Fasulyesi | bezelye | Kırmızı barbunya tipi, haşlanmış | 2,5 kg Konserve 189; 400 g Konserve 46
Dilim Mantar | mantar | Kültür mantarı, dilim | 2,5 kg Konserve 262; 400 g Konserve 66
Bütün Mantar | mantar | Küçük baş, salamurada | 2,5 kg Konserve 284
Ton Balığı | balık | Ayçiçek yağında, bütün dilim | 1,7 kg Yassı kutu 890; 160 g Yassı kutu 98; 80 g Yassı kutu 54,50
Ton Balığı, Light | balık | Kendi suyunda, yağsız | 160 g Yassı kutu 102
Hamsi Fileto | balık | Zeytinyağında, elde ayıklanmış | 700 g Yassı kutu 640; 90 g Yassı kutu 118
Dilim Ananas | ananas | Hafif şuruplu, 10 dilim | 3 kg Konserve 346; 565 g Konserve 94
`,
  },
  'Uzakdoğu Ürünleri': {
    vat: 10,
    keeping: 'Serin ve kuru yerde saklayınız.',
    brands: ['Mizuhana', 'Lotus Sofra', 'Doğu Rüzgârı'],
    goods: `
Soya Sosu | soya | Doğal fermente, tam tuzlu | 5 lt Bidon 690; 1 lt Şişe 186; 150 ml Şişe 64
Soya Sosu, Az Tuzlu | soya | %40 azaltılmış tuz | 1 lt Şişe 214; 250 ml Şişe 92
Teriyaki Sosu | soya | Susamlı, tatlı-tuzlu | 1 lt Şişe 238; 250 ml Şişe 98
İstiridye Sosu | soya | Wok yemekleri için | 2,2 kg Bidon 540; 510 g Şişe 168
Balık Sosu | soya | Hamsi özlü, Tay mutfağı için | 700 ml Şişe 192
Susam Yağı | soya | Kavrulmuş susamdan, soğuk sıkım | 500 ml Şişe 312; 150 ml Şişe 128
Sriracha Acı Sos | acı | Sarımsaklı, yoğun kıvamlı | 740 ml Sıkma 246; 435 ml Sıkma 168
Tatlı Acı Biber Sosu | acı | Börek ve tavuk için dip sos | 5 kg Bidon 745; 800 ml Sıkma 189
Gochujang Biber Ezmesi | acı | Fermente, orta acı | 1 kg Kase 342; 500 g Kase 196
Sushi Pirinci | pirinç | Kısa taneli, yüksek nişastalı | 10 kg Torba 980; 1 kg Torba 118
Yasemin Pirinci | pirinç | Uzun taneli, kokulu | 18 kg Torba 1690; 1 kg Torba 112
Pirinç Eriştesi | noodle | 3 mm, glütensiz | 400 g Paket 94
Yumurtalı Noodle | noodle | Wok için ön pişirilmiş | 3 kg Paket 468; 500 g Paket 92
Udon Noodle | noodle | Kalın, 200 gramlık porsiyonlar | 5×200 g Paket 214
Hindistan Cevizi Sütü | hindistan | %17–19 yağ, köri ve tatlılar için | 2,9 kg Konserve 498; 400 ml Konserve 89
Yosun Yaprağı (Nori) | yosun | Gold kalite, kavrulmuş | 100 yaprak Paket 645; 10 yaprak Paket 98
Wasabi Tozu | yosun | Sulandırılarak hazırlanır | 1 kg Poşet 720
Turşu Zencefil (Gari) | acı | Sushi yanına, beyaz | 1,5 kg Kase 318
`,
  },
  Sos: {
    vat: 10,
    keeping: 'Açıldıktan sonra buzdolabında saklayınız.',
    brands: ['Lezzetçi', 'Şef Masası', 'Tava & Taş'],
    goods: `
Ketçap, Tatlı | ketçap | Yoğun kıvamlı, katkısız domates | 9 kg Kova 690; 3,5 kg Bidon 312; 600 g Sıkma 74
Ketçap, Acı | ketçap | Arnavut biberli | 9 kg Kova 712; 600 g Sıkma 76
Mayonez | mayonez | %66 yağlı, salata ve sandviç için | 8 kg Kova 978; 2,6 kg Kova 356; 540 g Sıkma 98
Light Mayonez | mayonez | %30 yağlı | 8 kg Kova 812; 500 g Sıkma 89
Sarımsaklı Mayonez | mayonez | Patates ve pide yanına | 2,5 kg Kova 398; 500 g Sıkma 104
Ranch Sos | mayonez | Yoğurtlu, otlu | 2,5 kg Kova 426
Tatlı Hardal | hardal | Sosis ve burger için | 3,5 kg Bidon 296; 500 g Sıkma 68
Taneli Hardal | hardal | Bütün tohumlu, et yanına | 1 kg Kavanoz 286; 200 g Kavanoz 94
Ballı Hardal Sos | hardal | Tavuk için dip sos | 2,5 kg Bidon 412; 500 g Sıkma 112
Barbekü Sos | barbekü | Meşe isli | 4,5 kg Bidon 568; 1 lt Şişe 164; 500 g Sıkma 98
Nar Ekşisi | barbekü | Katkısız, koyu kıvam | 5 lt Bidon 1240; 700 ml Şişe 248; 330 ml Şişe 134
Pesto, Fesleğenli | pesto | Fesleğen, parmesan ve kaju | 1 kg Kavanoz 486; 190 g Kavanoz 128
Arrabbiata Makarna Sosu | domates | Acı domatesli, hazır | 2,5 kg Kavanoz 368; 350 g Kavanoz 86
Pizza Sosu | domates | Kekikli, sürülmeye hazır | 5 kg Kova 345; 350 g Kavanoz 82
`,
  },
  'Özel Ürünler': {
    vat: 10,
    keeping: 'Serin, kuru ve ışıksız yerde saklayınız.',
    brands: ['Kiler 34', 'Nadide', 'Toprak Ana'],
    goods: `
Trüf Yağı, Beyaz | trüf | Sızma zeytinyağında beyaz trüf aroması | 250 ml Şişe 690; 55 ml Şişe 245
Trüf Yağı, Siyah | trüf | Sızma zeytinyağında siyah trüf aroması | 250 ml Şişe 640
Trüf Ezmesi | trüf | Mantarlı, %5 siyah trüf | 500 g Kavanoz 1180; 80 g Kavanoz 268
Kurutulmuş Porcini | trüf | İri dilim, elde seçilmiş | 500 g Poşet 1640; 50 g Poşet 218
Sızma Zeytinyağı | zeytinyağı | Erken hasat, soğuk sıkım, en çok 0,5 asit | 18 lt Teneke 6480; 5 lt Teneke 1890; 1 lt Şişe 436
Riviera Zeytinyağı | zeytinyağı | Kızartma ve sıcak yemekler için | 18 lt Teneke 5240; 5 lt Teneke 1540
Balzamik Sirke | balzamik | Modena üzümü, 6 ay fıçıda | 5 lt Bidon 980; 500 ml Şişe 214
Balzamik Glaze | balzamik | Tabak süslemek için koyu kıvam | 860 g Sıkma 338; 250 ml Sıkma 142
Süzme Çiçek Balı | bal | Yüksek yayla, tek hasat | 5 kg Teneke 2690; 850 g Kavanoz 486
Çam Balı | bal | Muğla yöresi | 5 kg Teneke 2240; 460 g Kavanoz 248
Karakovan Petek Bal | bal | Doğal petek, çıta balı | kg Kase 1180
Portakal Reçeli | reçel | Kabuklu, geleneksel usul | 3,5 kg Kova 398; 380 g Kavanoz 98
Gül Reçeli | reçel | Isparta gülü yapraklı | 3,5 kg Kova 468; 380 g Kavanoz 118
Kuvertür Bitter Çikolata | çikolata | %55 kakao, damla | 10 kg Kutu 5980; 2,5 kg Poşet 1560
Kuvertür Sütlü Çikolata | çikolata | %34 kakao, damla | 2,5 kg Poşet 1490
`,
  },
  'Şoklu Meyve Püre': {
    vat: 10,
    keeping: '-18 °C’de saklayınız; çözüldükten sonra yeniden dondurmayınız.',
    brands: ['Buzbahçe', 'Fruvella'],
    goods: `
Çilek Püresi | çilek | %90 çilek, %10 şeker | 1 kg Kase 312; 5 kg Kova 1420
Frambuaz Püresi | frambuaz | %90 frambuaz, çekirdeksiz | 1 kg Kase 486; 5 kg Kova 2240
Orman Meyveleri Püresi | frambuaz | Böğürtlen, frambuaz ve kuş üzümü | 1 kg Kase 442; 5 kg Kova 2040
Vişne Püresi | çilek | %100 vişne | 1 kg Kase 286; 5 kg Kova 1290
Nar Püresi | çilek | %100 nar, kokteyl için | 1 kg Kase 298
Mango Püresi | mango | Alphonso, %100 meyve | 1 kg Kase 398; 5 kg Kova 1820
Şeftali Püresi | mango | Sarı şeftali, %90 meyve | 1 kg Kase 268; 5 kg Kova 1210
Kayısı Püresi | mango | Malatya kayısısı, %90 meyve | 1 kg Kase 282
Çarkıfelek Püresi | limon | Çekirdeksiz, ekşi | 1 kg Kase 574; 5 kg Kova 2680
Limon Püresi | limon | %100 limon suyu ve özü | 1 kg Kase 264; 5 kg Kova 1180
Yuzu Püresi | limon | %100 yuzu | 500 g Kase 890
Ananas Püresi | limon | %100 ananas | 1 kg Kase 324; 5 kg Kova 1480
Yaban Mersini Püresi | mersin | %90 yaban mersini | 1 kg Kase 512; 5 kg Kova 2360
Böğürtlen Püresi | mersin | %90 böğürtlen, çekirdeksiz | 1 kg Kase 428
İncir Püresi | mersin | Bursa siyah inciri | 1 kg Kase 346
Yeşil Elma Püresi | kivi | %100 yeşil elma | 1 kg Kase 246; 5 kg Kova 1090
Kivi Püresi | kivi | %90 kivi | 1 kg Kase 298
Avokado Püresi | kivi | %97 avokado, limonlu | 1 kg Kase 468; 500 g Kase 258
`,
  },
  'Kuru Gıda': {
    vat: 0,
    keeping: 'Serin ve kuru yerde, ağzı kapalı saklayınız.',
    brands: ['Anadolu Harmanı', 'Başakpınar', 'Köy Ambarı'],
    goods: `
Baldo Pirinç | pirinç | Pilavlık, yeni mahsul | 25 kg Çuval 1890; 5 kg Torba 412; 1 kg Torba 89
Osmancık Pirinç | pirinç | Pilavlık, tane tane | 25 kg Çuval 1640; 5 kg Torba 356
Pilavlık Bulgur | buğday | İri taneli, esmer | 25 kg Çuval 890; 5 kg Torba 196; 1 kg Torba 44,50
Köftelik Bulgur | buğday | İnce çekim | 25 kg Çuval 870; 1 kg Torba 43
Kırmızı Mercimek | mercimek | Yaprak, çorbalık | 25 kg Çuval 1340; 5 kg Torba 288; 1 kg Torba 64
Yeşil Mercimek | mercimek | İri taneli | 25 kg Çuval 1560; 1 kg Torba 72
Nohut | mercimek | Koçbaşı, 9 mm | 25 kg Çuval 1780; 5 kg Torba 378; 1 kg Torba 82
Kuru Fasulye | mercimek | Dermason, elenmiş | 25 kg Çuval 2140; 5 kg Torba 452; 1 kg Torba 98
Pizza Unu (Tip 00) | un | Yüksek proteinli, uzun mayalama için | 25 kg Çuval 940; 5 kg Torba 212
Baklavalık Un | un | İnce öğütülmüş, özel amaçlı | 25 kg Çuval 790
Spagetti | makarna | Durum buğdayı irmiğinden, 1,7 mm | 5 kg Paket 238; 500 g Paket 27,50
Penne | makarna | Durum buğdayı irmiğinden | 5 kg Paket 242; 500 g Paket 28
Antep Fıstığı İçi | fıstık | Boz, tatlılık | 5 kg Torba 6950; 1 kg Vakum 1440
Ceviz İçi | fıstık | Kelebek, açık renk | 5 kg Torba 2640; 1 kg Vakum 556
`,
  },
  İçecekler: {
    vat: 10,
    keeping: 'Serin yerde, doğrudan güneş almadan saklayınız; soğuk servis ediniz.',
    brands: ['Serinkuyu', 'Kıvılcım', 'Ferah Vadi'],
    goods: `
Doğal Kaynak Suyu | su | pH 7,8, düşük mineralli | 12×0,5 lt Pet 84; 6×1,5 lt Pet 92; 19 lt Pet 145
Doğal Kaynak Suyu, Cam | su | Masa servisi için | 12×750 ml Şişe 312; 24×330 ml Şişe 288
Maden Suyu | maden | Doğal zengin mineralli, sade | 24×200 ml Şişe 234
Maden Suyu, Limonlu | maden | Doğal mineralli, meyve aromalı | 24×200 ml Şişe 258
Kola | kola | Klasik lezzet | 24×330 ml Kutu içecek 486; 12×1 lt Pet 438
Kola, Şekersiz | kola | Sıfır şeker | 24×330 ml Kutu içecek 486
Portakallı Gazoz | gazoz | Portakal suyu katkılı | 24×330 ml Kutu içecek 468; 12×1 lt Pet 412
Sade Gazoz | gazoz | Eski usul, cam şişede | 24×250 ml Şişe 396
Portakal Suyu | meyve | %100, sıkma | 12×1 lt Karton 738; 27×200 ml Karton 412
Vişne Nektarı | nektar | En az %35 meyve | 12×1 lt Karton 546; 27×200 ml Karton 356
Şeftali Nektarı | meyve | En az %50 meyve | 12×1 lt Karton 558; 27×200 ml Karton 362
Ayran | ayran | Günlük sütten, köpüklü | 20×250 ml Kase 268; 12×300 ml Pet 246
Şalgam Suyu, Acılı | nektar | Adana usulü, fıçıda mayalanmış | 12×1 lt Pet 468; 24×300 ml Pet 396
Soğuk Çay, Şeftali | meyve | Siyah çay demlemesinden | 24×330 ml Kutu içecek 498; 12×1 lt Karton 512
Limonata | gazoz | Taze limondan, az şekerli | 12×1 lt Pet 586; 250 ml Şişe 34,50
`,
  },
  Kahve: {
    vat: 16,
    keeping: 'Kuru, serin ve kokusuz yerde; açıldıktan sonra hava almayacak biçimde saklayınız.',
    brands: ['Kavrulmuş', 'Liman Kahvecisi', 'Üç Çekirdek'],
    goods: `
Espresso Çekirdek, Klasik | çekirdek | %70 Arabica, %30 Robusta; çikolatamsı | 1 kg Poşet 890; 250 g Poşet 256
Espresso Çekirdek, %100 Arabica | çekirdek | Orta kavrum, fındık ve karamel | 1 kg Poşet 1140; 250 g Poşet 318
Espresso Çekirdek, Kafeinsiz | çekirdek | Su yöntemiyle arındırılmış | 1 kg Poşet 1290
Kolombiya Supremo | yöresel | Tek köken, kırmızı meyveli | 1 kg Poşet 1240; 250 g Poşet 346
Etiyopya Yirgacheffe | yöresel | Tek köken, yasemin ve narenciye | 1 kg Poşet 1420; 250 g Poşet 392
Brezilya Santos | yöresel | Tek köken, dengeli gövde | 1 kg Poşet 1060; 250 g Poşet 298
Filtre Kahve, Orta Kavrum | filtre | Makine için öğütülmüş | 1 kg Paket 790; 250 g Paket 228; 50×80 g Kutu 3650
Filtre Kahve, Koyu Kavrum | filtre | Yoğun gövdeli, öğütülmüş | 1 kg Paket 810; 250 g Paket 234
Türk Kahvesi | türk | Çok ince öğütülmüş, geleneksel | 1 kg Paket 720; 250 g Teneke 214; 100 g Paket 84
Türk Kahvesi, Damla Sakızlı | türk | Sakız adası sakızıyla | 250 g Teneke 248; 100 g Paket 98
Dibek Kahvesi | türk | Taş dibekte dövülmüş | 250 g Teneke 236
Menengiç Kahvesi | türk | Kafeinsiz, sütle hazırlanır | 600 g Kavanoz 312
Çözünebilir Kahve, Gold | çözünen | Dondurarak kurutulmuş | 500 g Teneke 986; 200 g Kavanoz 448
Çözünebilir Kahve, Klasik | çözünen | Otomatlar için granül | 1 kg Poşet 840; 200 g Kavanoz 318
Kapsül Kahve, Lungo | kapsül | Alüminyum kapsül, 50 adet | 50’li Kutu 640
Kapsül Kahve, Ristretto | kapsül | Alüminyum kapsül, 50 adet | 50’li Kutu 640
Sıcak Çikolata | çözünen | Sütle hazırlanan toz karışım | 1 kg Poşet 396
`,
  },
  Şurup: {
    vat: 16,
    keeping: 'Oda sıcaklığında saklayınız; açıldıktan sonra altı hafta içinde tüketiniz.',
    brands: ['Barmenim', 'Tatlı Damla'],
    goods: `
Vanilya Şurubu | vanilya | Kahve ve kokteyl için | 700 ml Şişe 298; 250 ml Şişe 142
Karamel Şurubu | karamel | Yoğun karamel aroması | 700 ml Şişe 298; 250 ml Şişe 142
Tuzlu Karamel Şurubu | karamel | Deniz tuzlu | 700 ml Şişe 312
Şekersiz Vanilya Şurubu | vanilya | Tatlandırıcılı | 700 ml Şişe 328
Fındık Şurubu | fındık | Kavrulmuş fındık aroması | 700 ml Şişe 298; 250 ml Şişe 142
Irish Cream Şurubu | fındık | Alkolsüz | 700 ml Şişe 312
Toffee Nut Şurubu | fındık | Şekerlemeli fındık | 700 ml Şişe 312
Hindistan Cevizi Şurubu | vanilya | Kokteyl ve soğuk kahve için | 700 ml Şişe 304
Çilek Şurubu | çilek | Limonata ve milkshake için | 700 ml Şişe 286; 250 ml Şişe 136
Frambuaz Şurubu | çilek | Meyve suyundan | 700 ml Şişe 296
Grenadin Şurubu | çilek | Nar tadında, koyu kırmızı | 700 ml Şişe 276
Nane Şurubu | nane | Mojito için | 700 ml Şişe 288; 250 ml Şişe 138
Yeşil Elma Şurubu | nane | Ekşi elma aroması | 700 ml Şişe 286
Şeftali Şurubu | portakal | Soğuk çay için | 700 ml Şişe 286; 250 ml Şişe 136
Portakal Şurubu | portakal | Kokteyl için, Curaçao tarzı | 700 ml Şişe 292
Mavi Curaçao Şurubu | mavi | Alkolsüz, portakal kabuğu aroması | 700 ml Şişe 298
Lavanta Şurubu | mavi | Isparta lavantası | 700 ml Şişe 318
Çikolata Sosu | çikolata | Süsleme ve mocha için | 2,5 kg Bidon 845; 1 lt Sıkma 398
Karamel Sosu | karamel | Süsleme için koyu kıvam | 2,5 kg Bidon 812; 1 lt Sıkma 386
Kestane Şurubu | fındık | Kış kahveleri için | 700 ml Şişe 318
`,
  },
}
