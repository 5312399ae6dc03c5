import sharp from 'sharp'
import { LOOKS, type Look } from './picture-styles.ts'

const SIDE = 560
const BRAND = '#5b2a5e'
const CREAM = '#fdfaf5'

type Drawing = (look: Look) => string

const rect = (x: number, y: number, width: number, height: number, fill: string, round = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${fill}"/>`
const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const oval = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`
const shine = (x: number, y: number, width: number, height: number) => rect(x, y, width, height, '#ffffff3d', width / 2)
const emblem = ({ emblem: drawn }: Look, y: number, scale: number, x = 200) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${drawn}</g>`
/** A paper label: a cream area with the emblem, the colour of the look above and the brand's colour below. */
const label = (look: Look, [x, y, width, height]: [number, number, number, number]) =>
  rect(x, y, width, height, CREAM) +
  rect(x, y, width, height * 0.14, look.main) +
  rect(x, y + height * 0.9, width, height * 0.1, BRAND) +
  emblem(look, y + height * 0.51, Math.min(width * 0.34, height * 0.33) / 38, x + width / 2)
/** A round area with the emblem, for packings that are coloured themselves. */
const seal = (look: Look, y: number, radius: number) =>
  oval(200, y, radius + 6, radius + 6, look.deep) + oval(200, y, radius, radius, CREAM) + emblem(look, y, radius / 54)

/** How each packing is drawn, on a canvas of 400 × 400 whose ground is at y = 340. */
const PACKINGS: Record<string, Drawing> = {
  Teneke: look =>
    rect(112, 84, 176, 256, '#cfcac6', 8) +
    rect(112, 108, 176, 208, look.main) +
    rect(112, 108, 26, 208, look.deep) +
    rect(112, 76, 176, 18, '#b9b3ae', 6) +
    oval(246, 74, 20, 7, '#8f8883') +
    path('M160 76C160 48 216 48 216 76H206C206 60 170 60 170 76Z', '#a09993') +
    label(look, [148, 132, 128, 160]),
  Kavanoz: look =>
    path(
      'M130 124H270C288 134 296 148 296 170V312Q296 340 268 340H132Q104 340 104 312V170C104 148 112 134 130 124Z',
      look.pale,
    ) +
    path('M130 124H270C288 134 296 148 296 170V178H104V170C104 148 112 134 130 124Z', '#ffffff45') +
    rect(124, 76, 152, 44, BRAND, 8) +
    rect(124, 106, 152, 14, '#43204a', 4) +
    label(look, [104, 192, 192, 112]) +
    shine(118, 142, 10, 44),
  Kova: look =>
    `<path d="M112 124C116 40 284 40 288 124" fill="none" stroke="#b3aca6" stroke-width="7"/>` +
    path('M108 124H292L274 326Q272 340 258 340H142Q128 340 126 326Z', CREAM) +
    path('M112 168H288L276 300H124Z', look.main) +
    rect(98, 110, 204, 26, look.deep, 10) +
    path('M115 292H285L284 304H116Z', BRAND) +
    seal(look, 230, 50),
  Poşet: look =>
    path('M118 70H282L292 326Q294 340 280 340H120Q106 340 108 326Z', look.main) +
    path('M118 70H282L284 104H116Z', look.deep) +
    rect(116, 92, 168, 5, '#ffffff55') +
    path('M109 300H291L292 326Q294 340 280 340H120Q106 340 108 326Z', BRAND) +
    seal(look, 206, 58) +
    shine(128, 118, 9, 150),
  Vakum: look =>
    rect(70, 148, 260, 192, '#e4dfda', 18) +
    rect(84, 160, 232, 168, look.pale, 14) +
    rect(84, 160, 232, 22, '#ffffff55', 11) +
    label(look, [132, 148, 136, 192]),
  Tekerlek: look =>
    path('M66 196V292C66 360 334 360 334 292V196Z', look.main) +
    path('M66 262V292C66 360 334 360 334 292V262C334 328 66 328 66 262Z', BRAND) +
    oval(200, 196, 134, 62, look.pale) +
    path('M200 196 320 168C342 194 334 220 294 240Z', look.deep) +
    path('M200 196 294 240V262L200 218Z', look.pale) +
    emblem(look, 192, 0.9, 146),
  Kase: look =>
    path('M96 168H304L286 322Q284 340 266 340H134Q116 340 114 322Z', CREAM) +
    path('M99 190H301L288 304H112Z', look.main) +
    path('M113 296H287L286 308H114Z', BRAND) +
    rect(86, 142, 228, 30, look.deep, 12) +
    rect(96, 136, 208, 14, look.pale, 7) +
    seal(look, 242, 44),
  Konserve: look =>
    rect(106, 100, 188, 228, '#cfcac6') +
    oval(200, 328, 94, 14, '#b5afaa') +
    rect(106, 124, 188, 184, look.main) +
    rect(106, 124, 188, 20, look.deep) +
    rect(106, 292, 188, 16, BRAND) +
    seal(look, 218, 58) +
    oval(200, 100, 94, 18, '#e2deda') +
    oval(200, 100, 78, 13, '#c3bdb8') +
    shine(118, 150, 9, 130),
  'Yassı kutu': look =>
    path('M64 236V302C64 352 336 352 336 302V236Z', look.main) +
    path('M64 284V302C64 352 336 352 336 302V284C336 332 64 332 64 284Z', BRAND) +
    oval(200, 236, 136, 66, '#cfcac6') +
    oval(200, 234, 122, 57, look.pale) +
    `<g transform="translate(200 234) scale(1.35 0.9)">${look.emblem}</g>`,
  Şişe: look =>
    path(
      'M180 92H220V140C220 164 254 170 254 206V322Q254 340 236 340H164Q146 340 146 322V206C146 170 180 164 180 140Z',
      look.pale,
    ) +
    path('M180 92H192V144C190 168 160 176 160 206V334Q146 336 146 322V206C146 170 180 164 180 140Z', '#00000014') +
    rect(176, 56, 48, 44, BRAND, 6) +
    label(look, [146, 212, 108, 104]) +
    shine(232, 196, 7, 12) +
    shine(206, 104, 6, 40),
  Sıkma: look =>
    path('M188 60H212L220 108H180Z', look.deep) +
    rect(162, 104, 76, 26, look.deep, 8) +
    path(
      'M162 130H238C266 142 270 168 268 200L262 320Q260 340 240 340H160Q140 340 138 320L132 200C130 168 134 142 162 130Z',
      look.main,
    ) +
    path('M139 300H261L260 320Q258 340 240 340H160Q142 340 140 320Z', BRAND) +
    seal(look, 218, 46) +
    shine(146, 160, 8, 60),
  Bidon: look =>
    path(
      'M128 128H214V84H266V128C284 136 290 150 290 170V316Q290 340 266 340H134Q110 340 110 316V152Q110 128 128 128Z',
      look.pale,
    ) +
    path('M138 150H196V176H156V206H138Z', '#f3efec') +
    rect(210, 66, 60, 28, BRAND, 6) +
    label(look, [128, 214, 144, 108]),
  Torba: look =>
    path('M116 84C150 94 250 94 284 84L294 318C296 334 286 342 272 340H128C114 342 104 334 106 318Z', look.pale) +
    path('M113 140H287L289 196 291 250H109L111 196Z', look.main) +
    path('M116 84C150 94 250 94 284 84L286 112H114Z', look.deep) +
    rect(107, 306, 186, 10, BRAND) +
    seal(look, 206, 60),
  Çuval: look =>
    path(
      'M104 92Q200 108 296 92C286 160 314 250 304 318Q302 344 276 340H124Q98 344 96 318C86 250 114 160 104 92Z',
      '#d9c7a8',
    ) +
    path('M104 92Q200 108 296 92L294 116Q200 132 106 116Z', '#bfa981') +
    [0, 1, 2, 3, 4, 5, 6].map(i => rect(118 + i * 26, 102, 10, 5, '#8f7a55', 2)).join('') +
    rect(102, 300, 197, 10, BRAND) +
    oval(200, 212, 78, 78, look.main) +
    seal(look, 212, 62),
  Paket: look =>
    path('M132 66H268L274 82 268 98V308L274 324 268 340H132L126 324 132 308V98L126 82Z', look.main) +
    path('M132 66H268L274 82 268 98H132L126 82Z', look.deep) +
    path('M132 308H268L274 324 268 340H132L126 324Z', BRAND) +
    label(look, [132, 138, 136, 134]) +
    shine(140, 104, 7, 28),
  Kutu: look =>
    path('M84 150 124 118H316V300L276 340H84Z', look.deep) +
    path('M84 150 124 118H316L276 150Z', look.pale) +
    rect(84, 150, 192, 190, look.main) +
    rect(84, 310, 192, 14, BRAND) +
    oval(180, 230, 62, 62, look.deep) +
    oval(180, 230, 56, 56, CREAM) +
    emblem(look, 230, 1.05, 180),
  'Kutu içecek': look =>
    path('M146 100C146 90 254 90 254 100L266 124V312L252 340H148L134 312V124Z', '#cfcac6') +
    path('M134 126H266V308H134Z', look.main) +
    rect(134, 126, 20, 182, look.deep) +
    rect(134, 286, 132, 14, BRAND) +
    seal(look, 206, 46) +
    oval(200, 98, 54, 9, '#e6e2de') +
    oval(200, 98, 16, 4, '#a39c97') +
    shine(250, 140, 7, 120),
  Pet: look =>
    path(
      'M182 84H218V112C218 138 252 142 252 176V316Q252 340 232 340H168Q148 340 148 316V176C148 142 182 138 182 112Z',
      look.pale,
    ) +
    rect(148, 288, 104, 5, '#00000018') +
    rect(148, 306, 104, 5, '#00000018') +
    rect(178, 58, 44, 30, look.deep, 5) +
    label(look, [148, 182, 104, 96]) +
    shine(160, 160, 8, 18),
  Karton: look =>
    path('M134 118 152 72H248L266 118Z', look.pale) +
    rect(148, 56, 104, 22, look.deep, 3) +
    path('M240 118 230 78H248L266 118Z', '#00000014') +
    rect(134, 118, 132, 222, CREAM) +
    rect(134, 118, 132, 60, look.main) +
    rect(134, 312, 132, 28, BRAND) +
    rect(246, 118, 20, 222, '#00000010') +
    emblem(look, 244, 1.35),
}

/** Draws a packing with a look, as a PNG. */
export function drawPicture(packing: string, lookName: string): Promise<Buffer> {
  const look = LOOKS[lookName]
  const draw = PACKINGS[packing]
  if (!look || !draw) throw new Error(`no drawing of ${packing} / ${lookName}`)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 400 400">` +
    `${rect(0, 0, 400, 400, '#f3efec')}${oval(200, 206, 168, 168, '#ebe5e0')}${oval(200, 342, 122, 13, '#d8d0ca')}` +
    `${draw(look)}</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer()
}
