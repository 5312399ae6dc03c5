/**
 * Replaces `zod/mini` in `#contract/` in the production build of the web app (see `vite-contract.ts`): schemas that
 * encode and decode by the same rules as the library's, and check nothing. The server checks what it receives and tests
 * check what it sends, so the library is loaded only for forms and stored data, from `#checked/`.
 */

type Convert = (value: unknown) => unknown
type Shape = Record<string, Unchecked>

/** A schema. Without `decode` and `encode`, values are the same in the app and in JSON. */
class Unchecked {
  readonly decode: Convert | undefined
  readonly encode: Convert | undefined
  readonly shape: Shape

  constructor(decode?: Convert, encode?: Convert, shape: Shape = {}) {
    this.decode = decode
    this.encode = encode
    this.shape = shape
  }

  check() {
    return this
  }
}

const AS_IT_IS = new Unchecked()
/** A schema of values, or a check of them, that are the same in JSON. */
const same = /* @__NO_SIDE_EFFECTS__ */ () => AS_IT_IS

export {
  same as boolean,
  same as custom,
  same as email,
  same as enum,
  same as int,
  same as length,
  same as literal,
  same as maximum,
  same as maxLength,
  same as minimum,
  same as minLength,
  same as never,
  same as number,
  same as overwrite,
  same as record,
  same as refine,
  same as regex,
  same as startsWith,
  same as string,
  same as toLowerCase,
  same as union,
  same as unknown,
  same as url,
  same as uuid,
}
/** Only the server inspects schemas. */
export const core = {}
export const iso = { date: same, datetime: same }
export const coerce = { number: same }

/** Fields that the schema does not name are omitted. */
export const object = /* @__NO_SIDE_EFFECTS__ */ (shape: Shape) =>
  new Unchecked(converter(shape, 'decode'), converter(shape, 'encode'), shape)

export const extend = /* @__NO_SIDE_EFFECTS__ */ ({ shape }: Unchecked, more: Shape) => object({ ...shape, ...more })

export const array = /* @__NO_SIDE_EFFECTS__ */ ({ decode, encode }: Unchecked) =>
  new Unchecked(ofEach(decode), ofEach(encode))

export const optional = /* @__NO_SIDE_EFFECTS__ */ ({ decode, encode }: Unchecked) =>
  new Unchecked(unlessMissing(decode), unlessMissing(encode))

export { optional as nullable, optional as nullish }

export const _default = /* @__NO_SIDE_EFFECTS__ */ ({ decode, encode }: Unchecked, value: unknown) =>
  new Unchecked(given => (given === undefined ? value : decode ? decode(given) : given), unlessMissing(encode))

export const codec = /* @__NO_SIDE_EFFECTS__ */ (
  _in: Unchecked,
  _out: Unchecked,
  { decode, encode }: { decode: Convert; encode: Convert },
) => new Unchecked(decode, encode)

export const pipe = /* @__NO_SIDE_EFFECTS__ */ (first: Unchecked) => first

/** Returns the schema as it is, as `pipe` does: unchecked schemas never require a field. */
export { pipe as partial }

export const decode = (schema: Unchecked, value: unknown) => (schema.decode ? schema.decode(value) : value)

export const encode = (schema: Unchecked, value: unknown) => (schema.encode ? schema.encode(value) : value)

function converter(shape: Shape, direction: 'decode' | 'encode'): Convert {
  const fields = Object.entries(shape).map(([name, schema]) => [name, schema[direction]] as const)
  return value => {
    const given = value as Record<string, unknown>
    const converted: Record<string, unknown> = {}
    for (const [name, convert] of fields) {
      const field = given[name]
      if (field !== undefined) converted[name] = convert ? convert(field) : field
    }
    return converted
  }
}

const ofEach = (convert: Convert | undefined): Convert | undefined =>
  convert && (values => (values as unknown[]).map(value => convert(value)))

const unlessMissing = (convert: Convert | undefined): Convert | undefined =>
  convert && (value => (value === undefined || value === null ? value : convert(value)))
