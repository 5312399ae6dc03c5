/**
 * Node's options for a process that a test soon ends: without optimizing code, and with a young generation that
 * holds what is allocated at the start, a portal's start takes four fifths of the processor time.
 */
export const SHORT_LIVED = ['--no-opt', '--min-semi-space-size=16', '--max-semi-space-size=32']
