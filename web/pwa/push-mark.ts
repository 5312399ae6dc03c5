/** Where a browser notes for which account pushes are turned on in it. */
export const PUSH_MARK = 'push'
