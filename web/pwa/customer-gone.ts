import { session } from '../current-session.ts'

/** Why nothing can be done for a customer whom the logged-in marketer or admin does not find. */
export const customerGoneText = () =>
  session()?.role === 'admin'
    ? 'Bu müşteri silinmiş'
    : 'Bu müşteri artık sizin değil; başka bir pazarlamacıya geçmiş veya silinmiş olabilir'
