import { readPushState, subscribeToPush, unsubscribeFromPush } from '#contract/notification-settings.ts'
import { isNotFound, request } from '../api.ts'
import { onSessionChange, type Session, session, sessionEndReason } from '../current-session.ts'
import { sendAgainIfLost } from '../send-again.ts'
import { fieldsOf, isText, parseJson } from '../stored-values.ts'
import { store } from '../ui/storage.ts'
import { isIos } from './install-offer.ts'
import { PUSH_MARK } from './push-mark.ts'

/** Whether this browser can currently receive pushes; on iPhones and iPads only the installed app can. */
export type PushSupport = 'ready' | 'denied' | 'not installed' | 'unsupported'

export function pushSupport(): PushSupport {
  if (!('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator))
    return isIos() ? 'not installed' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}

/** Why pushes could not be turned on in this browser, as a sentence. */
export class PushUnavailable extends Error {}

/** Requests the permission and subscribes this browser to the user's pushes. Call it only in response to a press. */
export async function turnOnPush(publicKey: string) {
  const permission = await Notification.requestPermission()
  if (permission === 'denied') throw new PushUnavailable('Bildirim izni verilmedi')
  if (permission !== 'granted') throw new PushUnavailable('Bildirim izni sorusu cevaplanmadı')
  const user = session()
  if (user) await register(publicKey, user)
}

/** Unsubscribes this browser from pushes; succeeds if it was already removed, such as by a request without a reply. */
export async function turnOffPush(id: string) {
  await sendAgainIfLost(() => request(unsubscribeFromPush, { params: { id } })).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })
  await forget()
}

/**
 * Keeps a browser in which pushes were turned on registered: registers it, at the next start if that fails, when the
 * same user logs in again or the browser has renewed its subscription. A logout, another user's session or a revoked
 * permission turns pushes off.
 */
export function keepPushRegistered() {
  const keep = () => void updateRegistration().catch(() => undefined)
  keep()
  onSessionChange(keep)
}

async function updateRegistration() {
  const known = mark()
  if (!known) return
  const user = session()
  if (user ? user.user.id !== known.account : sessionEndReason() === 'left') return forget()
  if (!user) return
  const { public_key, devices } = await request(readPushState, {})
  // The portal sends no pushes at present, and a subscription needs its key.
  if (public_key === null) return
  const registered = devices.find(device => device.is_current)
  if (pushSupport() !== 'ready' || Notification.permission !== 'granted')
    return registered ? turnOffPush(registered.id) : forget()
  const current = await (await readyPushManager()).getSubscription()
  // Another user may have logged in since, who has not turned pushes on here.
  if (session()?.token !== user.token) return
  if (current?.endpoint !== known.endpoint) return register(public_key, user)
  // Registered perhaps by a request without a reply.
  if (registered) return remember(user, known.endpoint)
  // A browser that this session had registered was removed by the user on another device. Earlier versions did not note
  // the session.
  const isOwn = known.session === undefined || known.session === nameOf(user)
  await (isOwn ? forget() : register(public_key, user))
}

async function register(publicKey: string, user: Session) {
  const subscription = await subscribed(publicKey)
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const body = { endpoint: endpoint ?? subscription.endpoint, keys: { p256dh, auth } }
  await sendAgainIfLost(() => request(subscribeToPush, { body }))
  remember(user, subscription.endpoint)
}

/** Notes that this session has registered the browser; with a full storage, the next one will not register it. */
function remember(user: Session, endpoint: string) {
  store(PUSH_MARK, JSON.stringify({ account: user.user.id, session: nameOf(user), endpoint }))
}

/** Distinguishes sessions: a part of the token that is too short to be used as one. */
const nameOf = ({ token }: Session) => token.slice(0, 8)

/** This browser's subscription with the portal's key; a subscription with another key is replaced. */
async function subscribed(publicKey: string): Promise<PushSubscription> {
  const pushManager = await readyPushManager()
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

/** The push manager of the service worker, which is never active on a device without room for it. */
async function readyPushManager(): Promise<PushManager> {
  const late = new Promise<undefined>(resolve => setTimeout(resolve, READY_LIMIT))
  const registration = await Promise.race([navigator.serviceWorker.ready, late])
  if (!registration) throw new PushUnavailable(NOT_READY)
  return registration.pushManager
}

/** How long the service worker may take to become active, in milliseconds. */
const READY_LIMIT = 10_000
const NOT_READY =
  'Uygulama bu cihaza henüz tam yüklenmedi; biraz sonra yeniden deneyin, olmazsa cihazda yer açıp sayfayı yenileyin'

const SERVICE_FAILED = 'Tarayıcının bildirim hizmetine ulaşılamadı; bağlantınızı kontrol edip yeniden deneyin'

/**
 * Closes the notifications that the browser shows, as the next user of the device may be another, and unsubscribes it,
 * which may fail without a connection.
 */
async function forget() {
  localStorage.removeItem(PUSH_MARK)
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** For which account pushes are turned on, and which of its sessions has last registered which subscription. */
function mark() {
  const { account, session: its, endpoint } = fieldsOf(parseJson(localStorage.getItem(PUSH_MARK) ?? 'null'))
  return isText(account) && isText(endpoint) ? { account, session: its, endpoint } : undefined
}
