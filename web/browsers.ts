/**
 * The oldest browsers that the web app supports, as the README names them. The build compiles scripts and styles down to
 * them, and refuses what it cannot compile (`tools/browser-support.ts`).
 */
export const OLDEST_BROWSERS = ['chrome100', 'safari15.4', 'ios15.4', 'firefox115']
