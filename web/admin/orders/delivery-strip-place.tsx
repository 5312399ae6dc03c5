import { storedText, storeText } from '../../pwa/stored-text.ts'

const STORAGE_NAME = 'delivery-strip'

/** Takes the place of the delivery strip while it loads, if it was shown last time: the list below must not move. */
export const DeliveryStripPlace = () => storedText(STORAGE_NAME) && <div className="h-control max-sm:hidden" />

/** Stores in this browser whether the strip is shown, which depends on the delivery routes. */
export function rememberDeliveryStrip(isShown: boolean) {
  const text = isShown ? 'shown' : ''
  if (storedText(STORAGE_NAME) !== text) storeText(STORAGE_NAME, text)
}
