/** The URL parameter by which a page learns which notification's push was pressed to open it, or `SHOWN_IN_BELL`. */
export const PRESSED_PUSH = 'bildirim'
/** The parameter's value if the notification's text is to be shown in the bell. */
export const SHOWN_IN_BELL = 'zil'

/** The address that a push opens: the notification's link, with the parameter for the page. */
export const pushLink = ({ id, kind, link }: { id: string; kind: string; link: string }) =>
  // No screen of a customer but the bell names recalled lots. Their notification stays unread until it is pressed there.
  `${link}${link.includes('?') ? '&' : '?'}${PRESSED_PUSH}=${kind === 'recall' ? SHOWN_IN_BELL : id}`
