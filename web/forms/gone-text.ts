import { session } from '../current-session.ts'

/** The message that changes of a customer's record cannot be saved, as it no longer exists. `what`: 'Bu liste'. */
export const goneText = (what: string) =>
  session()?.role === 'marketer'
    ? `${what} silinmiş veya müşterisi başka bir pazarlamacıya geçmiş; değişiklikleriniz kaydedilemez`
    : `${what} silinmiş; değişiklikleriniz kaydedilemez`
