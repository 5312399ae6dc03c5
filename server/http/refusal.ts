import { type FieldError, REFUSALS, type RefusalCode } from '#contract/refusals.ts'

/** An expected "no". Thrown anywhere below a door; turned into an answer in one place, app.ts. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly errors: FieldError[] | undefined
  /** After how many seconds another try makes sense. */
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

/** Says no, with the sentence that belongs to the code. */
export function refuse<Code extends RefusalCode>(code: Code, ...facts: Facts<Code>): never {
  throw new Refusal(code, sentence(code, ...facts))
}

/** Says no because of one field. */
export function refuseField<Code extends RefusalCode>(code: Code, field: string, ...facts: Facts<Code>): never {
  const message = sentence(code, ...facts)
  throw new Refusal(code, message, [{ field, message }])
}

/** The sentence that belongs to a code. */
export function sentence<Code extends RefusalCode>(code: Code, ...facts: Facts<Code>): string {
  const { detail }: { detail: (...facts: never[]) => string } = REFUSALS[code]
  return detail(...(facts as never[]))
}
