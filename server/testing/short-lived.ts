/**
 * Node's options for a process that a test soon ends: without optimized code, and with room for what is made at the
 * start, a portal starts with four fifths of the processor time.
 */
export const SHORT_LIVED = ['--no-opt', '--min-semi-space-size=16', '--max-semi-space-size=32']
