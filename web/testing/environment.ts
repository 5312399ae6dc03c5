import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** jsdom, but with Node’s network classes: jsdom has no `fetch`, and Node’s cannot send jsdom’s files. */
const environment: Environment = {
  name: 'jsdom-with-fetch',
  viteEnvironment: 'client',
  async setup(global, options) {
    const { Blob, DOMException, File, FormData } = globalThis
    await builtinEnvironments.jsdom.setup(global, options)
    Object.assign(global, { Blob, DOMException, File, FormData })
    // The page remains until the worker ends: work that the last test has left running, such as an import, needs it.
    return { teardown: () => undefined }
  },
}
export default environment
