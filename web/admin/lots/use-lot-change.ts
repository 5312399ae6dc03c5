import { useState } from 'react'
import { type Lot, listLots, readLot } from '#contract/lots.ts'
import type { ApiError } from '../../api.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { isOutcomeUnknown } from '../../open-outcome.ts'
import { cacheRow } from '../../queries.ts'
import { toast } from '../../ui/toaster.tsx'

/** The typed reason of a change of a lot, the faults of its fields, and the options of its command. */
export function useLotChange(onClose: () => void) {
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const [isUnanswered, setUnanswered] = useState(false)
  const forgetFault = (field: string) => setFaults(new Map([...faults].filter(([faulty]) => faulty !== field)))
  return {
    reason,
    typeReason: (text: string) => {
      setReason(text)
      forgetFault('reason')
    },
    setFaults,
    /** Removes the message about a field that is being edited. */
    forgetFault,
    errorOf: (field: string) => {
      const error = faults.get(field)
      return error ? { error } : {}
    },
    /** The reply was lost: the change may have been made. The same change sent again is made once. */
    isUnanswered,
    /** The options of the command. */
    command: {
      refetchWhenLost: true,
      showError: (error: ApiError) => {
        setUnanswered(was => isOutcomeUnknown(error, was))
        if (error.errors.length > 0) setFaults(new Map(error.errors.map(({ field, message }) => [field, message])))
        else
          window.alert(
            error.isUnanswered ? 'Cevap alınamadı: işlemin kaydedilip kaydedilmediği bilinmiyor' : error.message,
          )
      },
      onReply: ({ message, lot }: { message: string; lot: Lot }) => {
        cacheRow({ read: readLot, list: listLots }, lot)
        showNextResults('products', 'lots')
        toast.success(message, { description: `${lot.product_name} · ${lot.code}` })
        onClose()
      },
    },
  }
}

export type LotChange = ReturnType<typeof useLotChange>
