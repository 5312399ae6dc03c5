import * as z from 'zod/mini'

// The strict Content-Security-Policy allows no code made at run time. Imported before any schema is made, because
// each asks once, when it is made, whether it may.
z.config({ jitless: true })
