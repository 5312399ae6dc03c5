import { readPushState, subscribeToPush, unsubscribeFromPush } from '#contract/notification-settings.ts'
import { request } from '../api.ts'
import { onSessionChange, session, sessionEndReason } from '../session.ts'
import { fieldsOf, isText, parseJson } from '../stored-values.ts'
import { isIos } from './install-offer.ts'
import { PUSH_MARK } from './push-mark.ts'

/** Whether this browser can receive pushes now: on iPhones and iPads only the installed app can. */
export type PushSupport = 'ready' | 'denied' | 'not installed' | 'unsupported'

export function pushSupport(): PushSupport {
  if (!('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator))
    return isIos() ? 'not installed' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}

/** Why pushes could not be turned on in this browser, as a sentence. */
export class PushUnavailable extends Error {}

/** Asks for the permission and has this browser receive the user's pushes. Call it after a press only. */
export async function turnOnPush(publicKey: string) {
  const permission = await Notification.requestPermission()
  if (permission === 'denied') throw new PushUnavailable('Bildirim izni verilmedi')
  if (permission !== 'granted') throw new PushUnavailable('Bildirim izni sorusu cevaplanmadı')
  const account = session()?.user.id
  if (account) await register(publicKey, account)
}

/** Has this browser no longer receive pushes. */
export async function turnOffPush(id: string) {
  await request(unsubscribeFromPush, { params: { id } })
  await forget()
}

/**
 * Keeps a browser in which pushes were turned on registered: anew when the same user signs in again or the browser has
 * renewed its subscription. A sign-out or another user's session turns them off.
 */
export function keepPushRegistered() {
  const keep = (isNew: boolean) => void upkeep(isNew).catch(() => undefined)
  keep(false)
  onSessionChange(() => keep(true))
}

async function upkeep(isNewSession: boolean) {
  const known = mark()
  if (!known) return
  const account = session()?.user.id
  if (account === undefined ? sessionEndReason() === 'left' : account !== known.account) return forget()
  if (account === undefined) return
  if (pushSupport() !== 'ready' || Notification.permission !== 'granted') return forget()
  const { public_key, devices } = await request(readPushState, {})
  const current = await (await navigator.serviceWorker.ready).pushManager.getSubscription()
  const isRenewed = current?.endpoint !== known.endpoint
  // Another user has signed in meanwhile, who has not asked for pushes here.
  if (session()?.user.id !== account) return
  const isRegistered = devices.some(device => device.is_current)
  if (isRegistered && !isRenewed) return
  // Without either, the user has removed this browser on another device.
  if (isNewSession || isRenewed) await register(public_key, account)
  else await forget()
}

async function register(publicKey: string, account: string) {
  const subscription = await subscribed(publicKey)
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await request(subscribeToPush, { body: { endpoint: endpoint ?? subscription.endpoint, keys: { p256dh, auth } } })
  localStorage.setItem(PUSH_MARK, JSON.stringify({ account, endpoint: subscription.endpoint }))
}

/** This browser's subscription with the portal's key; one with another key is replaced. */
async function subscribed(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    // The browser has a subscription with the key of an earlier installation.
    const earlier = await pushManager.getSubscription()
    if (!earlier) throw new PushUnavailable(SERVICE_FAILED, { cause: error })
    await earlier.unsubscribe()
    return pushManager.subscribe(options)
  }
}

const SERVICE_FAILED = 'Tarayıcının bildirim hizmetine ulaşılamadı; bağlantınızı kontrol edip yeniden deneyin'

async function forget() {
  localStorage.removeItem(PUSH_MARK)
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

function mark(): { account: string; endpoint: string } | undefined {
  const { account, endpoint } = fieldsOf(parseJson(localStorage.getItem(PUSH_MARK) ?? 'null'))
  return isText(account) && isText(endpoint) ? { account, endpoint } : undefined
}
