import type { Call } from '#contract/call.ts'

/** The `operationId` of a call in the API's documentation: `postAdminLogin`. */
export const operationIdOf = ({ method, path }: Pick<Call, 'method' | 'path'>) =>
  `${method.toLowerCase()}${path.replace(/[/:-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`
