import { expect, test } from 'vitest'
import { parseLogLine } from './embedded-log.ts'

test.each([
  ['LOG:  checkpoint starting: time', 'info', 'PostgreSQL LOG: checkpoint starting: time'],
  ['WARNING:  there is no transaction in progress', 'warn', 'PostgreSQL WARNING: there is no transaction in progress'],
  ['ERROR:  deadlock detected', 'debug', 'PostgreSQL ERROR: deadlock detected'],
  ['FATAL:  role "x" does not exist', 'warn', 'PostgreSQL FATAL: role "x" does not exist'],
  ['FATAL:  the database system is starting up', 'info', 'PostgreSQL FATAL: the database system is starting up'],
  ['PANIC:  could not write to file', 'error', 'PostgreSQL PANIC: could not write to file'],
])('%s is logged as %s', (line, level, message) => {
  expect(parseLogLine(`2026-11-23 05:38:00.123 UTC [123] ${line}`)).toEqual({ level, message })
})

test.each(['DETAIL:  Key (email)=(a@b.c) already exists.', 'STATEMENT:  select 1', 'HINT:  Increase it.'])(
  '%s is not logged',
  line => expect(parseLogLine(`2026-11-23 05:38:00.123 UTC [123] ${line}`)).toBeUndefined(),
)

test('further lines of a message are not logged', () => expect(parseLogLine('\tselect 1')).toBeUndefined())
