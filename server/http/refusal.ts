import { type FieldError, REFUSALS, type RefusalCode } from '#contract/refusals.ts'

/** An expected error, thrown by any code below an endpoint and turned into a reply in one place, app.ts. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly errors: FieldError[] | undefined
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined

  constructor(code: RefusalCode, detail: string, errors?: FieldError[], retryAfter?: number) {
    super(detail)
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
  }

  get status() {
    return REFUSALS[this.code].status
  }
}

type Facts<Code extends RefusalCode> = Parameters<(typeof REFUSALS)[Code]['detail']>

/** The codes whose messages contain no facts. */
type PlainCode = { [Code in RefusalCode]: Facts<Code> extends [] ? Code : never }[RefusalCode]

/** The refusal with the message of its code. */
export const refusalOf = (code: PlainCode) => new Refusal(code, sentence(code))

/** Throws the refusal with the message of its code. */
export function refuse<Code extends RefusalCode>(code: Code, ...facts: Facts<Code>): never {
  throw new Refusal(code, sentence(code, ...facts))
}

/** The refusal of a caller that may try again at `end`, in milliseconds since 1970. */
export function refusalUntil(code: 'too_many_tries' | 'too_many_requests', end: number, now: Date): Refusal {
  const seconds = Math.max(1, Math.ceil((end - now.getTime()) / 1000))
  return new Refusal(code, sentence(code, Math.ceil(seconds / 60)), undefined, seconds)
}

/** Throws the refusal of a caller that may try again at `end`, in milliseconds since 1970. */
export function refuseUntil(...refusal: Parameters<typeof refusalUntil>): never {
  throw refusalUntil(...refusal)
}

/** Throws a refusal that is about one field. */
export function refuseField<Code extends RefusalCode>(code: Code, field: string, ...facts: Facts<Code>): never {
  const message = sentence(code, ...facts)
  throw new Refusal(code, message, [{ field, message }])
}

/** The Turkish message of a refusal code. */
export function sentence<Code extends RefusalCode>(code: Code, ...facts: Facts<Code>): string {
  const { detail }: { detail: (...facts: never[]) => string } = REFUSALS[code]
  return detail(...(facts as never[]))
}
