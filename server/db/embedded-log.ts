type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Logs a message; without a level it is a warning. */
export type Log = (message: string, level?: LogLevel) => void

/**
 * The message of a line of PostgreSQL's log, and its level in ours; undefined for lines that explain the previous line,
 * as they may contain personal data.
 */
export function parseLogLine(line: string): { level: LogLevel; message: string } | undefined {
  const [, severity, text = ''] = LINE.exec(line) ?? []
  if (severity === undefined) return undefined
  return { level: levelOf(severity, text), message: `PostgreSQL ${severity}: ${text}` }
}

const LINE = /^[\d-]+ [\d:.]+ \w+ \[\d+\] (LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC): +(.*)$/

/** Errors that end sessions while the database starts or stops; they are not failures. */
const EXPECTED_END = /^(terminating |the database system is )/

function levelOf(severity: string, text: string): LogLevel {
  if (severity === 'PANIC') return 'error'
  // The portal gets the errors of its statements and logs unexpected ones itself; the others are conflicts such as a
  // taken username.
  if (severity === 'ERROR') return 'debug'
  if (severity === 'WARNING') return 'warn'
  return severity === 'FATAL' && !EXPECTED_END.test(text) ? 'warn' : 'info'
}
