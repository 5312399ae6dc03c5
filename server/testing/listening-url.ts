import type { ChildProcess } from 'node:child_process'

/** Resolves to the URL that a portal prints once it listens; rejects if it ends before. */
export function listeningUrl(portal: ChildProcess, printed: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    portal.stdout?.on('data', () => {
      const [, url] = /Toptan: (http:\S+)/.exec(printed()) ?? []
      if (url) resolve(url)
    })
    portal.once('exit', code => reject(new Error(`the portal ended with ${code} before it listened:\n${printed()}`)))
  })
}
