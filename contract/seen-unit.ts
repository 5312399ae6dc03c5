import * as z from 'zod/mini'
import { line } from './fields.ts'

/** The unit of a product as the user saw it when typing a quantity. Not in `fields.ts`, which every visit loads. */
export const SeenUnit = z.optional(line('Birim', 40))
