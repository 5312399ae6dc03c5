/** The key in local storage under which a browser stores the account for which pushes are turned on. */
export const PUSH_MARK = 'push'
