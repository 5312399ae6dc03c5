import { session } from '../session.ts'

/** Why what was typed of a customer's record cannot be saved that is not found any more. `what`: 'Bu liste'. */
export const goneText = (what: string) =>
  session()?.role === 'marketer'
    ? `${what} silinmiş veya müşterisi başka bir pazarlamacıya geçmiş; değişiklikleriniz kaydedilemez`
    : `${what} silinmiş; değişiklikleriniz kaydedilemez`
