import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Prints a whole list, including pages not loaded yet: all rows are fetched and returned as `rows` while printing.
 * Also handles the browser's print shortcut.
 */
export function usePrinting<Row>(load: () => Promise<Row[]>) {
  const [rows, setRows] = useState<Row[]>()
  const { isPending: busy, mutate } = useMutation({
    mutationFn: load,
    onSuccess: setRows,
    onError: error => window.alert(error.message),
  })
  useEffect(() => {
    if (!rows) return
    const done = () => setRows(undefined)
    addEventListener('afterprint', done, { once: true })
    window.print()
    return () => removeEventListener('afterprint', done)
  }, [rows])
  const print = () => !busy && mutate()
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
