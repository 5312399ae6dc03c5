export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Logs a message; without a level it is a warning. */
export type Log = (message: string, level?: LogLevel) => void

/**
 * The message of a line of PostgreSQL's log, and its level in ours; undefined for the lines that explain the one before,
 * which may contain values of customers.
 */
export function parseLogLine(line: string): { level: LogLevel; message: string } | undefined {
  const [, severity, text = ''] = LINE.exec(line) ?? []
  if (severity === undefined) return undefined
  return { level: levelOf(severity, text), message: `PostgreSQL ${severity}: ${text}` }
}

const LINE = /^[\d-]+ [\d:.]+ \w+ \[\d+\] (LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC): +(.*)$/

/** What ends a session while the database starts or stops is no fault. */
const EXPECTED_END = /^(terminating |the database system is )/

function levelOf(severity: string, text: string): LogLevel {
  if (severity === 'PANIC') return 'error'
  // A failed statement is reported to the portal, which logs what it does not expect; the rest are conflicts of names.
  if (severity === 'ERROR') return 'debug'
  if (severity === 'WARNING') return 'warn'
  return severity === 'FATAL' && !EXPECTED_END.test(text) ? 'warn' : 'info'
}
