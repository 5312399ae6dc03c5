import { useEffect, useEffectEvent, useState } from 'react'

/** How long typing pauses before the text is searched, in ms. */
const PAUSE = 250

/** The text of a search field: `setText` sets it while it is typed, `search` sets it and searches immediately. */
export type TypedSearch = { text: string; setText: (text: string) => void; search: (text: string) => void }

/** Holds the text of a search field and passes it to `onSearch` once typing pauses. `value` is the text in the URL. */
export function useTypedSearch(value: string, onSearch: (text: string) => void): TypedSearch {
  const [text, setText] = useState(value)
  const [query, setQuery] = useState(value)
  const [seen, setSeen] = useState(value)
  // The URL was changed by something other than this field (back button, a removed filter): show its value.
  if (value !== seen) {
    setSeen(value)
    if (value !== query) setText(value)
    setQuery(value)
  }
  const search = (wanted: string) => {
    setText(wanted)
    setQuery(wanted)
    onSearch(wanted)
  }
  const searchIfChanged = useEffectEvent(() => text !== query && search(text))
  useEffect(() => {
    const timer = setTimeout(() => searchIfChanged(), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return { text, setText, search }
}
