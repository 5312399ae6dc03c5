import * as z from 'zod/mini'

// Made once: making one takes longer than a hundred uses.
const NUMBER = new Intl.NumberFormat('tr-TR')

/** An amount in whole kuruş. Lira exist only in JSON, the audit trail, typed drafts, workbooks and on the screen. */
export type Kurus = number & { readonly unit: 'kuruş' }

export const kurus = (amount: number) => amount as Kurus

/** An amount in lira, rounded to whole kuruş. */
export const kurusOf = (lira: number) => kurus(Math.round(lira * 100))

/** An amount in lira, as it is sent, recorded and typed. */
export const liraOf = (amount: Kurus) => amount / 100

/** The highest unit price, in kuruş. */
export const MAX_PRICE = kurus(999_999_999)
/** The highest total of an order, and of any other amount in a call, in kuruş. */
export const MAX_TOTAL = kurus(100_000_000_000_000)

/** The VAT rates allowed unless the wholesaler configures others, in whole percent. */
export const DEFAULT_VAT_RATES = [0, 5, 10, 16]

const WHOLE = z.custom<Kurus>(value => Number.isSafeInteger(value))

/** An amount in a call: lira with at most two decimals in JSON, whole kuruş in the program. */
export const Money = money('Tutar', MAX_TOTAL)

/** A sum over many orders: exact up to about ninety trillion lira, without an upper limit. */
export const MoneySum = z.codec(
  z.number(),
  z.custom<Kurus>(value => typeof value === 'number'),
  {
    decode: kurusOf,
    encode: liraOf,
  },
)

/** A unit price: 0 to 9,999,999.99 lira in JSON. */
export const Price = money('Fiyat', MAX_PRICE)

function money(label: string, highest: Kurus) {
  const inJson = z
    .number(`${label} bir sayı olmalıdır`)
    .check(
      z.minimum(0, `${label} 0 veya daha büyük olmalıdır`),
      z.maximum(liraOf(highest), `${label} en fazla ${formatNumber(liraOf(highest))} olabilir`),
      twoDecimals(label),
    )
  return z.codec(inJson, WHOLE, {
    decode: kurusOf,
    encode: liraOf,
  })
}

/** A check of a number: at most two decimals. */
export function twoDecimals(label: string) {
  const hasTwo = (value: number) => Math.round(value * 100) / 100 === value
  return z.refine<number>(hasTwo, `${label} en fazla iki ondalık basamaklı olabilir`)
}

export const sum = (amounts: Kurus[]) => kurus(amounts.reduce((total, amount) => total + amount, 0))

/** VAT on an amount at a rate in percent, rounded half up to the kuruş; exact up to the largest safe integer. */
export function vatOn(amount: Kurus, rate: number): Kurus {
  const lira = Math.floor(amount / 100)
  return kurus(lira * rate + Math.floor(((amount % 100) * rate + 50) / 100))
}

const LIRA = new Intl.NumberFormat('tr-TR', { style: 'currency', currency: 'TRY' })

/** Formats an amount in Turkish: ₺1.234,50 */
export const formatMoney = (amount: Kurus) => LIRA.format(liraOf(amount))

/** Formats a number in Turkish: 1.234,5 */
export function formatNumber(value: number) {
  return NUMBER.format(value)
}
