import { type Kurus, kurus } from '#contract/money.ts'

// Checks of values read from local storage, which is done before the first screen: the schema library is too large for
// that.

/** The fields of an object; an empty object for any other value. */
export const fieldsOf = (value: unknown): { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** The value of a JSON text; undefined if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'

export const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/** Whether a value is a resource id. */
export const isId = (value: unknown): value is string => isText(value) && UUID.test(value)

/** An id from an address, in lower case; undefined if it is none. */
export const idIn = (value: string) => (isId(value) ? value.toLowerCase() : undefined)

/** Whether a value is a whole number of at least `least`. */
export const isWhole = (value: unknown, least: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least

/** Whether a value is an amount in kuruş, 0 or more. */
export const isAmount = (value: unknown): value is Kurus => isWhole(value, kurus(0))
