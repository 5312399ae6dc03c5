/** The look of a product: the colours of its label and the small drawing on it. */
export type Look = { main: string; deep: string; pale: string; emblem: string }

const dot = (x: number, y: number, r: number, fill: string) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const oval = (x: number, y: number, rx: number, ry: number, fill: string, turn = 0) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" transform="rotate(${turn} ${x} ${y})"/>`
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const stroke = (d: string, colour: string, width = 5) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`

const LEAF = '#6f8f4a'
const STALK = '#54703a'

// Emblems are centred on 0,0 and extend about 38 units to each side.
const leaf = (x: number, y: number, turn: number, fill = LEAF) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})">${shape('M0 0C6-14 24-16 32 0 24 14 6 14 0 0Z', fill)}</g>`
const olive = (skin: string, hole: string) =>
  stroke('M-34 22C-16 4 4-14 30-30', STALK, 4) +
  leaf(2, -14, -80) +
  leaf(-18, 8, 190) +
  oval(-8, 16, 17, 22, skin, 30) +
  oval(20, -2, 15, 19, skin, 30) +
  dot(-2, 26, 5, hole) +
  dot(25, 6, 4, hole)
const wedge = (rind: string, body: string, eye: string) =>
  shape('M-38 8 26-24Q36-16 38 0V26H-38Z', body) +
  shape('M-38 8 26-24Q34-18 37-6L-38 14Z', rind) +
  dot(-10, 18, 5, eye) +
  dot(14, 8, 7, eye) +
  dot(26, 20, 4, eye)
const balls = (body: string, edge: string) =>
  dot(-15, 10, 22, edge) + dot(-16, 8, 20, body) + dot(17, 14, 18, edge) + dot(16, 12, 16, body) + leaf(-2, -10, -40)
const cucumber = (skin: string, inside: string) =>
  oval(-6, 0, 38, 15, skin, -30) +
  dot(20, 18, 17, skin) +
  dot(20, 18, 13, inside) +
  [0, 72, 144, 216, 288]
    .map(turn => `<g transform="rotate(${turn} 20 18)">${oval(20, 11, 2, 4, '#fbfff0')}</g>`)
    .join('')
const chilli = (skin: string) =>
  shape('M26-22C34-4 12 30-36 28-8 20 2 4 8-20Z', skin) +
  shape('M4-20Q16-32 30-22 18-14 4-20Z', LEAF) +
  stroke('M18-26C18-34 22-37 27-38', STALK, 5)
const cabbage = (skin: string, vein: string) =>
  dot(0, 2, 34, skin) +
  stroke('M0 34C-2 10 0-8 0-26M0 16C-10 8-18 0-22-12M0 16C10 8 18 0 22-12M0 0C-5-6-9-12-10-20', vein, 4)
const mixed =
  dot(-16, -8, 17, '#d9533f') +
  oval(18, -12, 11, 20, '#e8963a', 20) +
  oval(14, 18, 24, 11, '#7c9a3f', -15) +
  dot(-20, 22, 11, '#f2ead2') +
  leaf(-18, -24, -60)
const leaves = (fill: string, vein: string) =>
  shape('M0 36C-40 20-38-18 0-38 38-18 40 20 0 36Z', fill) +
  stroke('M0 34V-22M0 14-16 0M0 14 16 0M0-4-11-15M0-4 11-15', vein, 3)
const tomato = (skin: string) =>
  oval(0, 8, 35, 30, skin) +
  [-90, -35, -145, 10, 170].map(turn => leaf(0, -18, turn)).join('') +
  stroke('M0-18V-32', STALK)
const corn =
  shape('M0-38C22-24 20 20 0 36-20 20-22-24 0-38Z', '#f0c445') +
  [-20, -8, 4, 16].map(y => dot(-8, y, 4, '#d9a52b') + dot(0, y - 5, 4, '#d9a52b') + dot(8, y, 4, '#d9a52b')).join('') +
  shape('M0 38C-34 30-32 4-26-8-20 14-12 24 0 38ZM0 38C34 30 32 4 26-8 20 14 12 24 0 38Z', LEAF)
const peas =
  shape('M-38-10C-20 34 24 34 38-14 20 8-18 10-38-10Z', LEAF) +
  dot(-15, 6, 9, '#a9c466') +
  dot(2, 10, 10, '#a9c466') +
  dot(19, 4, 8, '#a9c466')
const mushroom =
  shape('M-10 0H10L14 34H-14Z', '#efe3d2') +
  shape('M-36 4C-34-40 34-40 36 4 20 12-20 12-36 4Z', '#b98d68') +
  dot(-12, -14, 5, '#d9b896') +
  dot(12, -18, 4, '#d9b896')
const fish = (skin: string) =>
  shape('M-36 0C-18-28 16-26 26-2L40-18V20L26 4C14 28-18 26-36 0Z', skin) +
  dot(-20, -4, 4, '#fff') +
  stroke('M-8-12Q0 0-8 12M6-12Q13 0 6 12', '#ffffff99', 3)
const pineapple =
  oval(0, 12, 22, 27, '#e9b93c') +
  stroke('M-14-2 14 26M-18 12 4 34M14-2-14 26M18 12-4 34', '#c58f21', 3) +
  [-90, -60, -120].map(turn => leaf(0, -12, turn)).join('')
const drop = (fill: string, shine = '#ffffff88') =>
  shape('M0-38C12-16 26-4 26 12A26 25 0 0 1-26 12C-26-4-12-16 0-38Z', fill) + stroke('M-13 12Q-12 24-1 26', shine, 5)
const grains = (fill: string, edge: string) =>
  [
    [-18, -14, 30],
    [10, -20, -40],
    [24, 6, 20],
    [-6, 6, 80],
    [-24, 16, -20],
    [12, 26, 50],
  ]
    .map(([x = 0, y = 0, turn = 0]) => oval(x, y, 9, 16, edge, turn) + oval(x, y, 7, 14, fill, turn))
    .join('')
const wheat = (fill: string) =>
  stroke('M0 38V-20', fill, 4) +
  [-16, 0, 16].map(y => leaf(0, y + 6, -55, fill) + leaf(0, y + 6, -125, fill)).join('') +
  leaf(0, -8, -90, fill)
const lentils = (fill: string, edge: string) =>
  [
    [-20, -10],
    [4, -20],
    [24, -2],
    [-2, 6],
    [-22, 20],
    [16, 22],
  ]
    .map(([x = 0, y = 0]) => dot(x, y, 13, edge) + dot(x, y - 2, 11, fill))
    .join('')
const bowl = (body: string) =>
  stroke('M-22-4Q-16-24-8-6 0-26 8-6 16-24 22-4', '#e3b95c', 6) +
  shape('M-36-4H36C34 22 18 32 0 32S-34 22-36-4Z', body) +
  stroke('M4-8 34-38M14-8 40-32', '#8a5a3a', 4)
const coconut = dot(0, 2, 34, '#6b4a35') + dot(0, 2, 27, '#fbf6ee') + dot(0, 2, 16, '#e9ddcc')
const nori =
  dot(0, 2, 34, '#23382f') + dot(0, 2, 27, '#fdfaf3') + oval(-5, 0, 9, 11, '#e8825f') + oval(8, 6, 7, 9, '#7c9a3f')
const hexagons = (fill: string, edge: string) =>
  [
    [0, -18],
    [-18, 12],
    [18, 12],
  ]
    .map(
      ([x = 0, y = 0]) =>
        `<path d="M0-19 17-10V10L0 19-17 10V-10Z" transform="translate(${x} ${y})" fill="${fill}" stroke="${edge}" stroke-width="4"/>`,
    )
    .join('')
const squares = (fill: string, light: string) =>
  [
    [-18, -18],
    [18, -18],
    [-18, 18],
    [18, 18],
  ]
    .map(
      ([x = 0, y = 0]) =>
        `<rect x="${x - 16}" y="${y - 16}" width="32" height="32" rx="5" fill="${fill}"/><rect x="${x - 9}" y="${y - 9}" width="18" height="18" rx="3" fill="${light}"/>`,
    )
    .join('')
const strawberry =
  shape('M0 36C-20 24-36 2-30-14-20-26 20-26 30-14 36 2 20 24 0 36Z', '#d8344a') +
  [
    [-14, -4],
    [0, 4],
    [14, -4],
    [-7, 16],
    [7, 16],
  ]
    .map(([x = 0, y = 0]) => oval(x, y, 2.5, 4, '#f7d7a0'))
    .join('') +
  [-90, -30, -150].map(turn => leaf(0, -18, turn)).join('')
const berries = (fill: string, shine: string) =>
  [
    [-16, -8],
    [14, -12],
    [-2, 14],
    [24, 14],
    [-28, 18],
  ]
    .map(([x = 0, y = 0]) => dot(x, y, 15, fill) + dot(x - 4, y - 5, 4, shine))
    .join('') + leaf(-2, -20, -60)
const fruit = (skin: string, blush: string) =>
  oval(0, 6, 32, 30, skin) + oval(11, 0, 15, 22, blush, 20) + leaf(0, -22, -30) + stroke('M0-18V-32', STALK, 4)
const slice = (rind: string, flesh: string, pith: string) =>
  dot(0, 0, 36, rind) +
  dot(0, 0, 30, pith) +
  [0, 60, 120, 180, 240, 300]
    .map(turn => `<path d="M0-3-10-25Q0-31 10-25Z" transform="rotate(${turn})" fill="${flesh}"/>`)
    .join('')
const kiwi =
  dot(0, 0, 36, '#7a5c3c') +
  dot(0, 0, 31, '#94b644') +
  dot(0, 0, 11, '#f1f3d8') +
  [0, 45, 90, 135, 180, 225, 270, 315]
    .map(turn => `<ellipse cx="0" cy="-18" rx="2.5" ry="5" fill="#2f3a1d" transform="rotate(${turn})"/>`)
    .join('')
const bean = (fill: string, cut: string) =>
  oval(-12, -8, 18, 26, fill, 30) +
  stroke('M-2-28C-18-14-6 0-22 12', cut, 4) +
  oval(18, 14, 14, 20, fill, -30) +
  stroke('M10-2C22 8 14 18 26 30', cut, 4)
const cup = (body: string, steam: string) =>
  shape('M-26-6H20V16C20 30-26 30-26 16Z', body) +
  stroke('M20-2C36-4 36 16 20 14', body, 6) +
  stroke('M-12-16C-18-24-6-28-12-36M4-16C-2-24 10-28 4-36', steam, 4) +
  oval(-3, 34, 32, 4, body)
const nuts = (fill: string, cap: string) =>
  dot(-13, 8, 20, fill) +
  shape('M-33 4Q-13-24 7 4-13-4-33 4Z', cap) +
  dot(18, 14, 16, fill) +
  shape('M2 10Q18-12 34 10 18 4 2 10Z', cap)
const blossom = (petal: string, heart: string) =>
  [0, 72, 144, 216, 288]
    .map(turn => `<ellipse cx="0" cy="-21" rx="12" ry="18" fill="${petal}" transform="rotate(${turn})"/>`)
    .join('') + dot(0, 0, 9, heart)
const bubbles = (fill: string) =>
  dot(-14, 14, 17, fill) + dot(16, -2, 13, fill) + dot(-8, -20, 9, fill) + dot(14, 26, 7, fill)

const look = (main: string, deep: string, pale: string, emblem: string): Look => ({ main, deep, pale, emblem })

/** The looks named in goods.ts. */
export const LOOKS: Record<string, Look> = {
  beyaz: look('#7fa3bd', '#55798f', '#f7f5ef', wedge('#d3c4a2', '#ece0c4', '#cdbd9a')),
  sarı: look('#e0a93b', '#b07f20', '#f6dc93', wedge('#d99a2b', '#f3cb62', '#d9a53c')),
  taze: look('#8fae7c', '#5f7d50', '#fbfaf4', balls('#f4eedd', '#c9bfa6')),
  siyah: look('#4a4350', '#2b2630', '#4b3a45', olive('#3a2f38', '#6b5a66')),
  yeşil: look('#93a04a', '#667030', '#b3b964', olive('#a5ad52', '#c9503c')),
  mor: look('#6d4560', '#4a2c42', '#6f4658', olive('#5e3850', '#8d6a80')),
  salatalık: look('#6d9150', '#486735', '#a9bf71', cucumber('#5f8442', '#c9dc92')),
  biber: look('#cf4a38', '#95301f', '#d96a4c', chilli('#d3412f')),
  lahana: look('#a4477a', '#733055', '#cf86ac', cabbage('#a9588a', '#e6bfd6')),
  karışık: look('#dd8a3c', '#a9611f', '#e6b765', mixed),
  yaprak: look('#5f7d4b', '#415a33', '#8aa06a', leaves('#6d8d50', '#c9d6ac')),
  domates: look('#c93d31', '#8f261d', '#d65a43', tomato('#d4402f')),
  mısır: look('#e6b532', '#b0821a', '#f4d66b', corn),
  bezelye: look('#7ea04b', '#557131', '#b6cc82', peas),
  mantar: look('#a98566', '#785b42', '#e6d6c2', mushroom),
  balık: look('#4a7ea3', '#2f5874', '#c7d8e2', fish('#5b8fb3')),
  ananas: look('#e3b43b', '#a97f1c', '#f4dc86', pineapple),
  soya: look('#8f2f2a', '#4b1c18', '#3b1f1a', drop('#4a231c', '#b9867288')),
  acı: look('#d8452e', '#98281a', '#d95a33', chilli('#d8412c')),
  pirinç: look('#5f9a94', '#3f6e69', '#f5f1e6', grains('#f6ecd3', '#b7a578')),
  noodle: look('#d89a3a', '#a06c1c', '#f0d9a0', bowl('#b2402f')),
  hindistan: look('#6fa6a0', '#477974', '#fbf8f1', coconut),
  yosun: look('#3f6a55', '#274639', '#31503f', nori),
  ketçap: look('#cf3629', '#931f16', '#c9392b', tomato('#cf3629')),
  mayonez: look('#6f9fc4', '#456f91', '#f6ecc9', drop('#e8cf78', '#ffffffcc')),
  hardal: look('#e3b12c', '#a87d12', '#d9a828', blossom('#edc443', '#a8761c')),
  barbekü: look('#7a3b2a', '#4c2217', '#5b2b1f', drop('#6a3022', '#d9a58a88')),
  pesto: look('#5f8f3f', '#3e6427', '#7da150', leaves('#6b9a46', '#cfe0b0')),
  trüf: look('#57483f', '#322822', '#6b584a', mushroom),
  zeytinyağı: look('#8a9440', '#5c6427', '#c9c25a', olive('#8f9a3e', '#c2c872')),
  balzamik: look('#5d2f45', '#361a28', '#3a1c22', berries('#5c2f55', '#9a6c92')),
  bal: look('#dd9a2a', '#a56c12', '#e2a436', hexagons('#f0bb4a', '#c98717')),
  reçel: look('#e08a3c', '#ab5c1a', '#e39a3f', slice('#e88b2c', '#f4ab4d', '#fbe6c4')),
  çikolata: look('#6b4330', '#432718', '#5a3524', squares('#5a3424', '#7b4c36')),
  çilek: look('#d8445a', '#9d2438', '#e2687a', strawberry),
  frambuaz: look('#c2386e', '#8a1f49', '#d2628c', berries('#c93b6c', '#ee9dba')),
  mango: look('#eb9a35', '#b56a14', '#f4b757', fruit('#f3ae42', '#e6763a')),
  limon: look('#e8c735', '#ac9015', '#f3dd70', slice('#ecca38', '#f6e07a', '#fdf7d8')),
  mersin: look('#4f5a9c', '#333b70', '#6d6fae', berries('#4a5698', '#8f9bd0')),
  kivi: look('#86a73e', '#5c7626', '#a9c55f', kiwi),
  buğday: look('#c79a55', '#8f6a30', '#dcb87c', wheat('#b98537')),
  mercimek: look('#d2743f', '#974c20', '#dd8b56', lentils('#e08c55', '#b9622f')),
  un: look('#8fa0ab', '#64747e', '#f7f4ee', wheat('#c9a25a')),
  makarna: look('#3f6f9e', '#284d72', '#efd083', bowl('#4a79a6')),
  fıstık: look('#8aa257', '#5f7338', '#b7a66a', nuts('#b98a55', '#8f6536')),
  su: look('#4c97c8', '#2d6c96', '#cfe7f3', drop('#5aa7d6')),
  maden: look('#4aa07a', '#2b6e51', '#bfe0cf', bubbles('#69b894')),
  kola: look('#a82c2c', '#701919', '#3d1d18', bubbles('#cf6253')),
  gazoz: look('#efa02f', '#b56e10', '#f7cf72', slice('#f0962a', '#f9b556', '#fff0d2')),
  meyve: look('#ee8f3a', '#b55f16', '#f6b562', fruit('#f2a04a', '#e5673c')),
  nektar: look('#a62f4a', '#741a31', '#8f2740', berries('#b02f4a', '#e08a9c')),
  ayran: look('#4f86b5', '#305d84', '#fbfaf6', drop('#8db7d8')),
  çekirdek: look('#5b2a5e', '#3c1a3f', '#5a3a2a', bean('#6a4430', '#3a2317')),
  yöresel: look('#2f6f6a', '#1d4a46', '#5a3a2a', bean('#7a5136', '#452b1b')),
  filtre: look('#b5713c', '#7f4a20', '#5a3a2a', cup('#7b4b30', '#b99a85')),
  türk: look('#a03a34', '#6d221e', '#4b2c1e', cup('#8a3a30', '#c9a79a')),
  çözünen: look('#a9812f', '#75571a', '#6b452e', cup('#5b3826', '#b99a85')),
  kapsül: look('#3f4a5c', '#272f3c', '#8a7360', bean('#7a5136', '#452b1b')),
  vanilya: look('#e2c26b', '#ab8b36', '#ecd9a0', blossom('#ecd386', '#b98520')),
  karamel: look('#c97f30', '#8f5414', '#bd722a', squares('#c97f34', '#e3a964')),
  fındık: look('#a2703f', '#704a22', '#9c6b3c', nuts('#b77d45', '#84552a')),
  nane: look(
    '#3fa27c',
    '#216b50',
    '#6fc29f',
    leaf(-4, 30, -60, '#4fae87') + leaf(-4, 30, -130, '#3d9873') + leaf(-4, 6, -95, '#6bc29c'),
  ),
  portakal: look('#ee8a2b', '#b15a0d', '#f4a14a', slice('#ee8a2b', '#f8b055', '#fff0d8')),
  mavi: look('#4a74c4', '#2b4c8e', '#5f8fdb', blossom('#7f9fe0', '#f0d060')),
}
