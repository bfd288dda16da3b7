'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CircleCheck } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { hoursAndMinutes } from '@/field-state/clock.ts'
import { countUnder, type HeldSlot, openSession } from '@/field-state/session.ts'
import { type FieldState, useCached } from '@/field-state/use-field-state.ts'
import { useSave } from '@/field-state/use-put.ts'
import { distanceM } from '@/gps.ts'
import { Leave } from './leave.tsx'
import { nearestOf, wordsOf } from './of-assignment.ts'
import { useClaim } from './use-claim.ts'
import { Where } from './where.tsx'

/** The held slot: entries so far, lease, extending it for offline work, submitting and releasing it. */
export function HeldSlotCard({ fieldState, held }: { fieldState: FieldState; held: HeldSlot }) {
  const t = useTranslations('work')
  const { title, instructions } = wordsOf(held.assignment, useLocale())
  const { clock, moment } = useTimes()
  const { busy, problem, claim } = useClaim(fieldState)
  const [leaving, setLeaving] = useState(false)
  const fix = useCached(fieldState.fieldCache, 'fix')
  const nearest = fix && nearestOf(held.assignment, fix)
  const leftMs = Date.parse(held.heldUntil) - fieldState.nowMs
  const count = countUnder(held.token, fieldState.entries, fieldState.server)
  return (
    <article className="flex flex-col gap-3 rounded-control border-2 border-edge bg-raised p-4">
      <h3 className="text-lg font-bold">{title}</h3>
      <Where assignment={held.assignment} metres={fix && nearest ? distanceM(fix, nearest) : null} />
      <p>{instructions}</p>
      {count > 0 && <p className="text-lg font-bold">{t('recorded', { count })}</p>}
      <p className="text-lg font-bold">
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
        <Notice tone="danger" says="now">
          {problem}
        </Notice>
      )}
      {count > 0 && <Finish fieldState={fieldState} held={held} count={count} />}
      {leaving ? (
        <Leave fieldState={fieldState} held={held} onStay={() => setLeaving(false)} />
      ) : (
        <Button onClick={() => setLeaving(true)}>{t('leave')}</Button>
      )}
    </article>
  )
}

/** Submits the assignment, also offline. Asks for confirmation, because nothing can be added afterwards. */
function Finish({ fieldState, held, count }: { fieldState: FieldState; held: HeldSlot; count: number }) {
  const t = useTranslations('work')
  const [asked, setAsked] = useState(false)
  const { busy, failure, put } = useSave(fieldState)
  if (!asked)
    return (
      <>
        <p>{t('finishHint')}</p>
        <Button variant="main" onClick={() => setAsked(true)}>
          <Icon as={CircleCheck} />
          {t('finish')}
        </Button>
      </>
    )
  return (
    <div className="flex flex-col gap-2">
      <div role="alert" tabIndex={-1} ref={focusOnMount} className="outline-none flex flex-col gap-1">
        <p className="font-bold">{t('finishSure')}</p>
        <p>{t('finishWords', { count })}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="main"
          busy={busy}
          onClick={() => put(() => ({ kind: 'submit', assignmentId: held.assignment.id, token: held.token }))}
        >
          {t('finishYes')}
        </Button>
        <Button onClick={() => setAsked(false)}>{t('finishNo')}</Button>
      </div>
      {failure && (
        <Notice tone="danger" says="now">
          {t('notSaved')}
        </Notice>
      )}
    </div>
  )
}
