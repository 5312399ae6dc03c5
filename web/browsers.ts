/**
 * The oldest browsers that the web app supports, as listed in the README. The build compiles scripts and styles for
 * them, and fails on what it cannot compile (`tools/browser-support.ts`).
 */
export const OLDEST_BROWSERS = ['chrome100', 'safari15.4', 'ios15.4', 'firefox115']
