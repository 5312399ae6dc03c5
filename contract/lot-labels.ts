import * as z from 'zod/mini'
import { CalendarDay, required } from './fields.ts'
import { formatDay } from './turkish.ts'

// What a package states about its lot (batch).

export const EXPIRY_KINDS = { skt: 'Son tüketim tarihi', tett: 'Tavsiye edilen tüketim tarihi' } as const
/** The letters before an expiry, as on packages. */
export const EXPIRY_LETTERS = { skt: 'SKT', tett: 'TETT' } as const satisfies Record<keyof typeof EXPIRY_KINDS, string>
export type ExpiryKind = keyof typeof EXPIRY_KINDS
export const ExpiryKind = z.enum(
  Object.keys(EXPIRY_KINDS) as ExpiryKind[],
  'Tarih türü skt (son tüketim) veya tett (tavsiye edilen) olmalıdır',
)

/** The most characters of a lot's code. */
export const MAX_LOT_CODE = 40

/** The kind of an expiry; one whose kind is not stated is a use-by date (SKT). */
export const expiryKindOf = (kind: ExpiryKind | null | undefined): ExpiryKind => kind ?? 'skt'

/** The letters before an expiry of this kind. */
export const expiryLetters = (kind: ExpiryKind | null) => EXPIRY_LETTERS[expiryKindOf(kind)]

/** An expiry as packages print it: "SKT 31.12.2026". */
export const expiryText = (expires_on: string, kind: ExpiryKind | null) =>
  `${expiryLetters(kind)} ${formatDay(expires_on)}`

/** A lot as printed on its package. */
export const LotLabel = z.object({
  code: required('Parti no', MAX_LOT_CODE),
  expires_on: z.nullish(CalendarDay),
  expiry_kind: z.nullish(ExpiryKind),
})
export type LotLabel = z.output<typeof LotLabel>

/**
 * The code by which lots are distinguished: only A to Z count as equal to a to z, as in the database's unique index.
 * Surrounding spaces are ignored.
 */
export const lotCodeKey = (code: string) => code.trim().replace(/[A-Z]/g, letter => letter.toLowerCase())

/** Whether two codes name the same lot of a product. */
export const isSameLotCode = (a: string, b: string) => lotCodeKey(a) === lotCodeKey(b)

/**
 * A lot in papers, mails and on screens: 'L2417 · SKT 01.06.2026'. A code that does not begin with 'P' or 'L' gets an
 * 'L'.
 */
export function lotText({ code, expires_on, expiry_kind }: Pick<LotQuantity, 'code' | 'expires_on' | 'expiry_kind'>) {
  const marked = /^[pl]/i.test(code) ? code : `L ${code}`
  return expires_on ? `${marked} · ${expiryText(expires_on, expiry_kind)}` : marked
}

/** A lot's label and the quantity of its goods, for lists of goods with their lots. */
export const LotQuantity = z.object({
  lot_id: z.uuid(),
  code: z.string(),
  expires_on: z.nullable(z.string()),
  expiry_kind: z.nullable(ExpiryKind),
  quantity: z.int(),
})
export type LotQuantity = z.infer<typeof LotQuantity>
