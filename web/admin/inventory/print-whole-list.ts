import { useEffect, useEffectEvent, useState } from 'react'
import { useAction } from '../../action.ts'

/**
 * Prints a whole list, including pages not loaded yet: all rows are fetched and returned as `rows` while printing.
 * Also handles the browser's print shortcut.
 */
export function usePrintWholeList<Row>(load: () => Promise<Row[]>) {
  const [rows, setRows] = useState<Row[]>()
  const { run, pending: busy } = useAction(load, { showError: 'alert', onReply: setRows })
  useEffect(() => {
    if (!rows) return
    const done = () => setRows(undefined)
    addEventListener('afterprint', done, { once: true })
    window.print()
    return () => removeEventListener('afterprint', done)
  }, [rows])
  const print = () => void run()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'p') return
    event.preventDefault()
    print()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return { rows, busy, print }
}
