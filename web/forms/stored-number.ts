import * as z from 'zod/mini'

/**
 * A typed number in the browser's storage: '' for an empty field, or absent, as JSON leaves out `undefined`; JSON has
 * `null` for the `NaN` of a text that is not a number. An absent field of an object is absent in the parsed one, too.
 */
export const StoredNumber = z.pipe(
  z.nullish(z.union([z.number(), z.literal('')])),
  z.transform(stored => (stored === null ? Number.NaN : stored === '' ? undefined : stored)),
)
