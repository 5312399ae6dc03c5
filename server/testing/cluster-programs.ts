import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The Debian packages of the failover drill, each with its program. */
export const PROGRAMS = {
  postgresql: newestPostgres(),
  patroni: pathOf('patroni'),
  'etcd-server': pathOf('etcd'),
  haproxy: pathOf('haproxy'),
  pgbouncer: pathOf('pgbouncer'),
}

/** The names of the packages that are not installed. */
export const missingPackages = Object.entries(PROGRAMS).flatMap(([name, program]) => (program ? [] : [name]))

function pathOf(program: string): string | undefined {
  return ['/usr/bin', '/usr/sbin', '/usr/local/bin'].map(folder => join(folder, program)).find(existsSync)
}

/** The folder of the programs of Debian's newest PostgreSQL. */
function newestPostgres(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map(version => join(root, version, 'bin')).find(folder => existsSync(join(folder, 'postgres')))
}
