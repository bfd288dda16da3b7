import { isDone } from '@salama/outbox/items.ts'
import { startSending } from '@salama/outbox/start-sending.ts'
import { BackgroundBar, Waiting } from '@salama/ui/offline/background-bar.tsx'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { arrivedAfter, openSession } from '@/field-state/session.ts'
import { type FieldState, useAccount, useFieldState } from '@/field-state/use-field-state.ts'
import { tidyOutbox } from '@/outbox/field-outbox.ts'
import { pushClient } from '@/push/push-client.ts'

const BUSY = ['/collect', '/count', '/entry', '/outbox', '/session', '/offline', '/assignments']

export function Background() {
  const account = useAccount()
  const locale = useLocale()
  useEffect(() => {
    if (account === undefined) return
    const timer = setTimeout(() => {
      pushClient.followAccount(locale).catch(() => null) // without storage there is no subscription
    }, LATER_MS)
    return () => clearTimeout(timer)
  }, [account, locale])
  return account ? <OfAccount key={account} account={account} /> : <BackgroundBar busy={BUSY} />
}

function OfAccount({ account }: { account: string }) {
  const t = useTranslations('outboxBar')
  const fieldState = useFieldState(account)
  const waiting = fieldState?.entries.filter((entry) => !isDone(entry)).length ?? 0
  return (
    <>
      {fieldState && <Work fieldState={fieldState} />}
      <BackgroundBar busy={BUSY}>
        {waiting > 0 && <Waiting words={t('waiting', { count: waiting })} see={t('see')} />}
      </BackgroundBar>
    </>
  )
}

/** After what the page itself needs. */
const LATER_MS = 5_000
const HEARTBEAT_MS = 10 * 60_000
const REFRESH_MS = 2 * 60_000
/** Debounces the refresh while the outbox empties. */
const SETTLED_MS = 1_500

/** Sends queued items, sends heartbeats and refreshes the server state. */
function Work({ fieldState }: { fieldState: FieldState }) {
  const { outbox, entries } = fieldState
  const ask = useEffectEvent(() => {
    if (document.visibilityState === 'visible') fieldState.refreshed()
  })
  const beat = useEffectEvent(() => {
    const session = openSession(fieldState.entries, fieldState.server)
    const hasOne = fieldState.entries.some(({ item }) => item.content.kind === 'touch' && item.state !== 'received')
    if (session?.state !== 'open' || hasOne || !navigator.onLine) return
    for (const { item } of fieldState.entries)
      if (item.content.kind === 'touch') outbox.remove(item.id).catch(() => null)
    outbox.put(crypto.randomUUID(), { kind: 'touch', sessionId: session.id }).catch(() => null)
  })
  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    if (!outbox.isKept() && entries.some((entry) => !isDone(entry))) event.preventDefault()
  })
  useEffect(() => {
    tidyOutbox(outbox).catch(() => null) // without storage there is nothing to purge
    const stop = startSending(outbox)
    const beating = setInterval(beat, HEARTBEAT_MS)
    const asking = setInterval(ask, REFRESH_MS)
    window.addEventListener('online', ask)
    window.addEventListener('beforeunload', warn)
    document.addEventListener('visibilitychange', ask)
    return () => {
      stop()
      clearInterval(beating)
      clearInterval(asking)
      window.removeEventListener('online', ask)
      window.removeEventListener('beforeunload', warn)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [outbox])
  const arrived = entries.filter(isDone).length
  const isNews = entries.some((entry) => isDone(entry) && arrivedAfter(fieldState.server, entry.item))
  const seen = useRef(arrived)
  useEffect(() => {
    if (arrived === seen.current && !isNews) return
    seen.current = arrived
    const timer = setTimeout(ask, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [arrived, isNews])
  return null
}
