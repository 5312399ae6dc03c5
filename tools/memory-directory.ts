import { readFileSync, statfsSync } from 'node:fs'

const MEMORY = '/dev/shm'
/** The required free space: several times what a whole run of the tests needs. */
const MIN_FREE_BYTES = 4e9

/**
 * The directory of a file system in memory that has space for a run of the tests and allows programs, if there is one.
 */
export function memoryDirectory(mounts = '/proc/self/mounts'): string | undefined {
  try {
    const mount = readFileSync(mounts, 'utf8')
      .split('\n')
      .map(line => line.split(' '))
      .find(([, path]) => path === MEMORY)
    const { bavail, bsize } = statfsSync(MEMORY)
    // If the account of an embedded database cannot read the installed programs, they are copied next to its data.
    return mount && !mount[3]?.split(',').includes('noexec') && bavail * bsize >= MIN_FREE_BYTES ? MEMORY : undefined
  } catch {
    // Only Linux has them.
    return undefined
  }
}
