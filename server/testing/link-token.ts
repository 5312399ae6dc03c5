/** The token in the fragment of a mail's link, empty without one. */
export const tokenIn = (link: string | undefined) =>
  new URLSearchParams(new URL(link ?? 'http://none').hash.slice(1)).get('token') ?? ''
