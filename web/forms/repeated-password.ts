import * as z from 'zod/mini'

/** The second field of a new password, which confirms the first. */
export const RepeatedPassword = z.string().check(z.minLength(1, 'Şifre tekrarı zorunludur'))

/** Checks that the `repeated` password of a form equals that of `field`, even while other fields have errors. */
export const repeats = <Field extends string>(field: Field, error: string) =>
  z.refine<{ repeated: string } & Record<Field, string>>(form => form.repeated === form[field], {
    path: ['repeated'],
    error,
    when: () => true,
  })
