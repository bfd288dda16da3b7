'use client'

import { isDone } from '@salama/outbox/items.ts'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { ClipboardPen } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { knownReason, leftToFix } from '@/collect/returned.tsx'
import { hoursAndMinutes, wrongClock } from '@/field-state/clock.ts'
import { CourseLink, FieldState } from '@/field-state/field-state.tsx'
import { OwnPhotos } from '@/field-state/own-photos.tsx'
import { countEntries, heldSlots, lastEnd, openSession } from '@/field-state/session.ts'
import { StartButton, TouchButton } from '@/field-state/session-buttons.tsx'
import type { FieldState as OpenFieldState } from '@/field-state/use-field-state.ts'
import { sessionOf } from '@/outbox/field-outbox.ts'
import { FieldPushSwitch } from '@/push/field-push-switch.tsx'
import { Day } from '@/work/day.tsx'
import { LastReleased } from '@/work/leave.tsx'
import { AssignmentNotices } from './assignment-notices.tsx'
import { Changes } from './changes.tsx'
import { EndButton } from './end-button.tsx'

/** The home page: returned entries, the session, the held slot and the sync status. */
export function Today() {
  return (
    <FieldState waiting={<Frame />}>
      {(fieldState) => (
        <Columns
          first={
            <>
              <ClockNotice fieldState={fieldState} />
              <Returned fieldState={fieldState} />
              <Changes fieldState={fieldState} />
              <AssignmentNotices fieldState={fieldState} />
              {!fieldState.server?.isEligible && <NotEligible />}
              {fieldState.server?.mustAgree && <Agreement />}
              <SessionPart fieldState={fieldState} />
              <SlotPart fieldState={fieldState} />
            </>
          }
          second={
            <>
              <SyncStatus fieldState={fieldState} />
              <FieldPushSwitch />
            </>
          }
        />
      )}
    </FieldState>
  )
}

const Columns = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <div className="flex flex-col gap-6 pb-8 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start lg:gap-x-12">
    <div className="flex flex-col gap-6">{first}</div>
    <div className="flex flex-col gap-6">{second}</div>
  </div>
)

/** What the page is made of while the phone is read: it comes with the page, as large as a day without anything special. */
function Frame() {
  const t = useTranslations('today')
  const fieldState = useTranslations('fieldState')
  return (
    <Columns
      first={
        <>
          <p role="status" className="min-h-80 rounded-control bg-raised p-4 text-soft">
            {fieldState('loading')}
          </p>
          <div className="flex min-h-54 flex-col justify-end">
            <LinkButton className="self-start" href="/assignments">
              {t('assignments')}
            </LinkButton>
          </div>
        </>
      }
      second={
        <SyncSection>
          <p className="min-h-22" />
        </SyncSection>
      }
    />
  )
}

/** Recorded times are corrected, but times that the phone itself shows are off. */
function ClockNotice({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('today')
  const wrong = wrongClock(fieldState.server)
  if (!wrong) return null
  const { is, ...by } = wrong
  return (
    <Notice tone="warn" title={t('clockTitle')}>
      <p>{t(`clock.${is}`, by)}</p>
      <p>{t('clockWords')}</p>
    </Notice>
  )
}

/** Returned entries first, because they wait for this person only. One that was revised on this phone is queued. */
function Returned({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('today')
  const collect = useTranslations('collect')
  const returned = leftToFix(fieldState)
  if (returned.length === 0) return null
  return (
    <section aria-labelledby="returned" className="flex flex-col gap-2">
      <h2 id="returned" className="font-semibold">
        {t('returned', { count: returned.length })}
      </h2>
      <ul className="flex flex-col gap-2">
        {returned.map((entry) => {
          const { id, vehicle, decision } = entry
          const reason = knownReason(decision?.reason ?? null)
          return (
            <li key={id} className="flex flex-col items-start gap-2 rounded-control bg-warn-wash p-3 text-ink">
              <Plate value={vehicle.plate} />
              {reason && <p>{collect(`reason.${reason}`)}</p>}
              {decision?.note && <p className="font-semibold">“{decision.note}”</p>}
              <OwnPhotos account={fieldState.account} entry={entry} />
              <LinkButton href={`/collect?revises=${id}`}>
                {t('putRight')}
                <span className="sr-only"> {vehicle.plate}</span>
              </LinkButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function NotEligible() {
  const t = useTranslations('today')
  return (
    <Notice tone="warn" title={t('notEligibleTitle')}>
      <p>{t('notEligible')}</p>
      <CourseLink />
    </Notice>
  )
}

function Agreement() {
  const t = useTranslations('today')
  return (
    <Notice tone="warn" title={t('agreementTitle')}>
      <p>{t('agreement')}</p>
      <LinkButton href="/legal/surveyor-agreement">{t('toAgreement')}</LinkButton>
    </Notice>
  )
}

function SessionPart({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('session')
  const { clock } = useTimes()
  const session = openSession(fieldState.entries, fieldState.server)
  const adopted = fieldState.entries.find(
    ({ item }) => item.content.kind === 'start' && session !== null && item.reply?.adopted === session.id,
  )
  return (
    <section aria-labelledby="session" className="flex flex-col gap-3 rounded-control bg-raised p-4">
      <h2 id="session" className="font-semibold">
        {t(session ? 'running' : 'none')}
      </h2>
      {session === null ? (
        <>
          <LastSession fieldState={fieldState} />
          <p>{t('noneWords')}</p>
          <StartButton fieldState={fieldState} />
        </>
      ) : (
        <>
          <p>
            {t('since', { time: clock(session.startedAt) })} ·{' '}
            <strong>{t('for', { ...hoursAndMinutes(fieldState.nowMs - Date.parse(session.startedAt)) })}</strong>
          </p>
          <p className="text-xl font-bold">
            {t('entries', { count: countEntries(session.id, fieldState.entries, fieldState.server) })}
          </p>
          {session.state === 'phone' && <p className="font-semibold">{t('onlyHere')}</p>}
          {session.state === 'open' && session.server && (
            <p>{t('openUntil', { time: clock(session.server.openUntil) })}</p>
          )}
          {session.state === 'closed' && (
            <Notice tone="warn" title={t('closedTitle')}>
              <p>{t('closed', { time: clock(session.server?.openUntil ?? session.startedAt) })}</p>
            </Notice>
          )}
          {adopted && <p className="font-semibold">{t('adopted')}</p>}
          <LinkButton variant="main" size="large" href="/collect">
            <Icon as={ClipboardPen} />
            {t('record')}
          </LinkButton>
          <div className="flex flex-wrap gap-2">
            {session.state === 'open' && <TouchButton fieldState={fieldState} session={session} />}
            <EndButton fieldState={fieldState} session={session} />
          </div>
        </>
      )}
    </section>
  )
}

/** The summary of the session that ended recently on this phone; it may have stopped long before. */
function LastSession({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('session')
  const { moment } = useTimes()
  const last = lastEnd(fieldState.entries, Date.now())
  if (!last) return null
  const { entries, server } = fieldState
  const count = countEntries(sessionOf(last.sessionId, entries), entries, server)
  return (
    <p className="font-semibold">
      {t('ended', { time: moment(last.endedAt) })} {t('entries', { count })}
    </p>
  )
}

function SlotPart({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('today')
  const held = heldSlots(fieldState.entries, fieldState.server, fieldState.nowMs)
  return (
    <section aria-labelledby="slot" className="flex flex-col gap-3">
      <h2 id="slot" className="font-semibold">
        {t(held.length > 0 ? 'slot' : 'noSlot')}
      </h2>
      <LastReleased fieldState={fieldState} />
      {held.length > 0 ? <Day fieldState={fieldState} held={held} /> : <p className="text-soft">{t('noSlotWords')}</p>}
      <LinkButton className="self-start" href="/assignments">
        {t('assignments')}
      </LinkButton>
    </section>
  )
}

function SyncStatus({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('today')
  const { clock } = useTimes()
  const waiting = fieldState.entries.filter((entry) => !isDone(entry)).length
  return (
    <SyncSection>
      <p>{waiting === 0 ? t('allArrived') : t('waiting', { count: waiting })}</p>
      {fieldState.server && <p className="text-soft">{t('asOf', { time: clock(fieldState.server.asOf) })}</p>}
    </SyncSection>
  )
}

function SyncSection({ children }: { children: ReactNode }) {
  const t = useTranslations('today')
  return (
    <section aria-labelledby="sync-status" className="flex flex-col gap-2">
      <h2 id="sync-status" className="font-semibold">
        {t('syncStatus')}
      </h2>
      {children}
      <ul className="flex flex-col md:grid md:grid-cols-2 lg:flex">
        {(
          [
            ['/entries', 'toEntries'],
            ['/outbox', 'toOutbox'],
            ['/session', 'toSession'],
            ['/stats', 'toStats'],
            ['/register', 'toRegister'],
          ] as const
        ).map(([href, label]) => (
          <li key={href}>
            <Link href={href} className="touch-link font-semibold">
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
