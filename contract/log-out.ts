import * as z from 'zod/mini'
import { call } from './call.ts'

// Not in `auth.ts`, which a first visit to the catalogue does not load.
export const logOut = call('POST /auth/logout', {
  roles: ['customer', 'marketer', 'admin'],
  // Nothing: the list of sessions is not shown after the logout.
  invalidates: [],
  reply: z.object({ message: z.string() }),
  summary: 'Ends the session whose token is sent.',
  failure: 'Çıkış yapılamadı',
  isOpenDuringSetup: true,
})
