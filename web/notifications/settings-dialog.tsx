import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  CHANNEL_LABELS,
  CHANNELS,
  type Channel,
  type Preference,
  type PreferenceChange,
  readPreferences,
  TOPIC_LABELS,
  type Topic,
  updatePreference,
} from '#contract/notification-settings.ts'
import { useAction } from '../action.ts'
import { request } from '../api.ts'
import { useSession } from '../current-session.ts'
import { Failed } from '../lists/list-states.tsx'
import { invalidate, queryKeyOf, useCallQuery } from '../queries.ts'
import { randomId } from '../random-id.ts'
import { sendAgainIfLost } from '../send-again.ts'
import { openDialog } from '../session/open-dialog.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { PushSection } from './push-section.tsx'

/** Opens the dialog in which the logged-in user chooses topics and channels of notifications. */
export const openNotificationSettings = () => openDialog(close => <SettingsDialog onClose={close} />)

function SettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Bildirim ayarları" wide focusTitle>
      <div className="grid gap-6">
        <PushSection />
        <PreferencesSection />
      </div>
    </Dialog>
  )
}

function PreferencesSection() {
  const query = useCallQuery(readPreferences, {})
  const role = useSession()?.role
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">Neyi, nereden bildirelim?</h3>
      {query.data && <PreferenceTable preferences={query.data} />}
      {!query.data && (query.error ? <Failed query={query} error={query.error} /> : <LoadingRows rows={4} />)}
      <p className="text-ink-soft text-sm">
        Zil, üst çubuktaki bildirim listesidir. Hesabınızın güvenliğiyle ilgili e-postalar her zaman gönderilir.
        {role === 'customer' &&
          ' Yeni sipariş, zilde ve anlık bildirimde yalnız sizin adınıza verilen siparişler içindir.'}
        {role === 'admin' &&
          ' Sipariş durumu ve siparişte değişiklik, pazarlamacısı olmayan müşterilerin kendi iptal ve değişiklikleri içindir.'}
      </p>
    </section>
  )
}

function PreferenceTable({ preferences }: { preferences: Preference[] }) {
  const choose = useChoice()
  const channels = CHANNELS.filter(channel => preferences.some(one => one[channel] !== null))
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-line border-b text-ink-soft text-sm">
          <th scope="col" className="py-2 text-left font-medium">
            Bildirim
          </th>
          {channels.map(channel => (
            <th key={channel} scope="col" className="w-16 py-2 text-center font-medium sm:w-24">
              {CHANNEL_LABELS[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {preferences.map(preference => (
          <PreferenceRow key={preference.topic} preference={preference} channels={channels} onChoose={choose} />
        ))}
      </tbody>
    </table>
  )
}

type PreferenceRowProps = {
  preference: Preference
  channels: readonly Channel[]
  onChoose: (choice: Choice) => void
}

function PreferenceRow({ preference, channels, onChoose }: PreferenceRowProps) {
  const { topic } = preference
  return (
    <tr>
      <th scope="row" className="py-1 pr-2 text-left font-normal">
        {TOPIC_LABELS[topic]}
      </th>
      {channels.map(channel => {
        const isOn = preference[channel]
        return (
          <td key={channel} className="py-1 text-center">
            {isOn !== null && (
              <Checkbox
                aria-label={`${TOPIC_LABELS[topic]}: ${CHANNEL_LABELS[channel]}`}
                checked={isOn}
                onChange={event => onChoose({ topic, channel, isOn: event.target.checked })}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
}

type Choice = { topic: Topic; channel: Channel; isOn: boolean }

/**
 * Turns a channel of a topic on or off: immediately on the screen, and reverted if it could not be saved. Choices are
 * saved one after the other, so that the last one wins; the preferences are refetched after the last.
 */
function useChoice() {
  const client = useQueryClient()
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  /** The last saved preferences, while choices wait. */
  const saved = useRef<Preference[]>(undefined)
  const save = (body: PreferenceChange) => {
    const sent = saving.current.then(() => sendAgainIfLost(() => request(updatePreference, { body })))
    saving.current = sent.catch(() => undefined)
    return sent
  }
  const { run } = useAction(save, {
    targetOf: () => randomId(),
    showError: 'toast',
    onReply: preferences => {
      saved.current = preferences
    },
    onSettled: () => {
      waiting.current -= 1
      if (waiting.current > 0) return
      // Shows the saved preferences, as the refetch may fail.
      client.setQueryData(SHOWN, saved.current)
      void invalidate(updatePreference.invalidates)
    },
  })
  return ({ topic, channel, isOn }: Choice) => {
    const shown = client.getQueryData<Preference[]>(SHOWN)
    if (waiting.current === 0) saved.current = shown
    client.setQueryData(
      SHOWN,
      shown?.map(one => (one.topic === topic ? { ...one, [channel]: isOn } : one)),
    )
    waiting.current += 1
    void run({ topic, [channel]: isOn })
  }
}

/** The query key of the shown preferences. */
const SHOWN = [...queryKeyOf(readPreferences), {}]
