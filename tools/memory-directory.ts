import { readFileSync, statfsSync } from 'node:fs'

const MEMORY = '/dev/shm'
/** In bytes: several times what a whole run of the tests needs. */
const ROOM = 4e9

/** The directory of a file system in memory that has room for a run of the tests and may hold programs, if there is one. */
export function memoryDirectory(mounts = '/proc/self/mounts'): string | undefined {
  try {
    const mount = readFileSync(mounts, 'utf8')
      .split('\n')
      .map(line => line.split(' '))
      .find(([, path]) => path === MEMORY)
    const { bavail, bsize } = statfsSync(MEMORY)
    // The programs of an embedded database are copied next to its data where its account cannot read the installed ones.
    return mount && !mount[3]?.split(',').includes('noexec') && bavail * bsize >= ROOM ? MEMORY : undefined
  } catch {
    // Only Linux has them.
    return undefined
  }
}
