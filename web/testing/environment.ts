import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** jsdom, but with Node’s network classes: jsdom has no `fetch`, and Node’s cannot send jsdom’s files. */
const environment: Environment = {
  name: 'jsdom-with-fetch',
  viteEnvironment: 'client',
  async setup(global, options) {
    const { Blob, DOMException, File, FormData: NodeFormData } = globalThis
    await builtinEnvironments.jsdom.setup(global, options)
    Object.assign(global, { Blob, DOMException, File, FormData: formDataOf(NodeFormData, global.FormData) })
    // The page remains until the worker ends: work that the last test has left running, such as an import, needs it.
    return { teardown: () => undefined }
  },
}
export default environment

/** Node’s `FormData`, which also reads a form: React gives it one when a form is submitted during a transition. */
function formDataOf(NodeFormData: typeof FormData, PageFormData: typeof FormData) {
  return class extends NodeFormData {
    constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
      super()
      if (!form) return
      for (const [name, value] of new PageFormData(form, submitter)) this.append(name, value)
    }
  }
}
