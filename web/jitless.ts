import * as z from 'zod/mini'

// The strict Content-Security-Policy forbids code generated at run time. Must be imported before any schema is created,
// because each schema checks this setting on creation.
z.config({ jitless: true })
