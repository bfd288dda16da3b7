import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CircleCheck, ClipboardPen, Timer } from 'lucide-react'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { daysOrHours, hoursAndMinutes } from '@/field-state/clock.ts'
import type { Leaving } from '@/field-state/field-cache.ts'
import { type HeldSlot, openSession } from '@/field-state/session.ts'
import { type FieldState, useCached } from '@/field-state/use-field-state.ts'
import { useSave } from '@/field-state/use-put.ts'
import { distanceM } from '@/gps.ts'
import { nearestOf, wordsOf } from './assignment-view-model.ts'
import { Directions } from './directions.tsx'
import { Leave } from './leave.tsx'
import { doneUnder, type Gap, hasWork, missingUnder } from './quota.ts'
import { QuotaProgress, QuotaWords } from './quota-progress.tsx'
import { useClaim } from './use-claim.ts'
import { Where } from './where.tsx'

/** The held slot: entries so far, lease, extending it for offline work, submitting and releasing it. */
export function HeldSlotCard({ fieldState, held }: { fieldState: FieldState; held: HeldSlot }) {
  const t = useTranslations('work')
  const { title, instructions } = wordsOf(held.assignment, useLocale())
  const { clock, moment } = useTimes()
  const { busy, problem, claim } = useClaim(fieldState)
  const saved = useCached(fieldState.fieldCache, 'leaving')
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const begun = leaving ?? saved
  /** Also without storage. */
  const leave = (next: Leaving | null) => {
    setLeaving(next)
    if (next === null) fieldState.fieldCache.remove('leaving')
  }
  const fix = useCached(fieldState.fieldCache, 'fix')
  const nearest = fix && nearestOf(held.assignment, fix)
  const leftMs = Date.parse(held.heldUntil) - fieldState.nowMs
  const done = doneUnder(held, fieldState.entries, fieldState.server)
  const { quota, dueAt, kind } = held.assignment
  return (
    <article className="flex flex-col gap-3 rounded-control bg-raised p-4">
      <h3 className="font-semibold">{title}</h3>
      {held.assignment.closedAt !== null && <Notice tone="warn">{t('closed')}</Notice>}
      <Where assignment={held.assignment} metres={fix && nearest ? distanceM(fix, nearest) : null} />
      <Directions assignment={held.assignment} />
      <p>{instructions}</p>
      <QuotaWords quota={quota} />
      <QuotaProgress quota={quota} done={done} />
      <div className="flex flex-wrap gap-2">
        {kind === 'stage_count' && (
          <LinkButton variant="main" href="/count">
            <Icon as={Timer} />
            {t('openCounter')}
          </LinkButton>
        )}
        <LinkButton {...(kind === 'vehicle_survey' && { variant: 'main' })} href={`/collect?claim=${held.token}`}>
          <Icon as={ClipboardPen} />
          {t('recordVehicle')}
        </LinkButton>
      </div>
      {dueAt && Date.parse(dueAt) > fieldState.nowMs && (
        <p className="font-semibold">{t('timeLeft', daysOrHours(Date.parse(dueAt) - fieldState.nowMs))}</p>
      )}
      <p className="font-semibold">
        <span>{t('heldFor', hoursAndMinutes(leftMs))}</span>
      </p>
      <p className="text-soft">
        {t(held.offline ? 'heldOffline' : 'heldUntil', {
          time: held.offline ? moment(held.heldUntil) : clock(held.heldUntil),
        })}
      </p>
      {!held.offline && (
        <>
          <p>{t(openSession(fieldState.entries, fieldState.server) ? 'renewed' : 'renewNeeds')}</p>
          <Button busy={busy} onClick={() => claim(held.assignment.id, true)}>
            {t('holdOffline')}
          </Button>
        </>
      )}
      {problem && (
        <Notice tone="danger" announce="assertive">
          {problem}
        </Notice>
      )}
      {hasWork(done) && <Finish fieldState={fieldState} held={held} />}
      {begun?.token === held.token ? (
        <Leave fieldState={fieldState} held={held} leaving={begun} onStay={() => leave(null)} />
      ) : (
        <Button onClick={() => leave({ token: held.token, why: null, note: '' })}>{t('leave')}</Button>
      )}
    </article>
  )
}

const hasQuota = ({ assignment: { quota } }: HeldSlot) => (quota.vehicles ?? quota.minutes) !== null

/** Nothing that could be added makes it count. */
const isOver = ({ why }: Gap) => why.includes('repeat') || why.includes('rejected')

/** A vehicle that was not sent yet is changed on its page, and so a repeat is removed; any other is corrected. */
const placeToFix = (gap: Gap) => (gap.isSent && !isOver(gap) ? `/collect?revises=${gap.id}` : `/entry?id=${gap.id}`)

/** Submits the assignment, also offline, once what is missing was shown and confirmed: nothing can be added later. */
function Finish({ fieldState, held }: { fieldState: FieldState; held: HeldSlot }) {
  const t = useTranslations('work')
  const { list } = useFormatter()
  const [asked, setAsked] = useState(false)
  const { busy, put } = useSave(fieldState)
  const missing = missingUnder(held, fieldState.entries, fieldState.server)
  const done = doneUnder(held, fieldState.entries, fieldState.server)
  const isComplete = missing.vehicles + missing.minutes + missing.gaps.length === 0
  if (!asked)
    return (
      <>
        <p>{t(isComplete && hasQuota(held) ? 'finishReady' : 'finishHint')}</p>
        <Button {...(isComplete && { variant: 'main' })} onClick={() => setAsked(true)}>
          <Icon as={CircleCheck} />
          {t('finish')}
        </Button>
      </>
    )
  return (
    <div className="flex flex-col gap-2">
      <div role="alert" tabIndex={-1} ref={focusOnMount} className="outline-none flex flex-col gap-1">
        <p className="font-semibold">{t('finishSure')}</p>
        {!isComplete && (
          <div className="rounded-control bg-warn-wash p-3">
            <p className="font-semibold">{t('missing')}</p>
            <ul className="list-disc ps-5 empty:hidden">
              {missing.vehicles > 0 && <li>{t('missingVehicles', { count: missing.vehicles })}</li>}
              {missing.minutes > 0 && <li>{t('missingMinutes', { count: missing.minutes })}</li>}
            </ul>
            <ul className="rows">
              {missing.gaps.map((gap) => (
                <li key={gap.id} className="flex items-center gap-3 py-1.5">
                  <p className="min-w-0 flex-1">
                    <strong className="block">{gap.plate}</strong>
                    {list(gap.why.map((why) => t(`notCounted.${why}`)))}
                  </p>
                  <LinkButton className="shrink-0" href={placeToFix(gap)}>
                    {t(isOver(gap) ? 'openGap' : 'fixGap')}
                    <span className="sr-only"> {gap.plate}</span>
                  </LinkButton>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p>{t('finishWords', { count: done.vehicles + done.aside })}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {!isComplete && held.assignment.kind === 'vehicle_survey' && (
          <LinkButton variant="main" href={`/collect?claim=${held.token}`}>
            {t('recordMore', { count: missing.vehicles })}
          </LinkButton>
        )}
        <Button
          {...(isComplete && { variant: 'main' })}
          busy={busy}
          onClick={() => put(() => ({ kind: 'submit', assignmentId: held.assignment.id, token: held.token }))}
        >
          {t(isComplete ? 'finishYes' : 'finishIncomplete')}
        </Button>
        <Button onClick={() => setAsked(false)}>{t('finishNo')}</Button>
      </div>
    </div>
  )
}
