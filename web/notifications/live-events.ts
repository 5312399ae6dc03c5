/**
 * Creates a parser for server-sent events that arrive in arbitrary chunks. Given a chunk, it returns the names of the
 * events completed by it.
 */
export function eventReader() {
  let rest = ''
  let name = ''
  return (piece: string): string[] => {
    const text = rest + piece
    // A line may end in CR LF, of which only the CR has arrived.
    const end = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = text.slice(0, end).split(/\r\n|\r|\n/)
    rest = (lines.pop() ?? '') + text.slice(end)
    const events: string[] = []
    for (const line of lines) {
      if (line.startsWith('event:')) name = line.slice('event:'.length).trim()
      if (line !== '') continue
      if (name) events.push(name)
      name = ''
    }
    return events
  }
}
