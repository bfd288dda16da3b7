'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { type HeldSlot, openSession } from '@/desk/session.ts'
import type { Desk } from '@/desk/use-desk.ts'
import type { Blocked } from '@/outbox/content.ts'
import { wordsOf } from './of-assignment.ts'
import { useClaim } from './use-claim.ts'

const REASONS = ['not_found', 'unsafe', 'already_done', 'too_hard'] as const satisfies readonly Blocked[]

/** The slot in hand: how long it is held, holding it for a day without signal, and the honest ways out. */
export function HeldSlotCard({ desk, held }: { desk: Desk; held: HeldSlot }) {
  const t = useTranslations('work')
  const { title, instructions } = wordsOf(held.assignment, useLocale())
  const { clock, moment } = useTimes()
  const { busy, problem, claim } = useClaim(desk)
  const [leaving, setLeaving] = useState(false)
  const leftMs = Date.parse(held.heldUntil) - desk.nowMs
  const isHandedIn = desk.entries.some(
    ({ item: { content } }) => content.kind === 'entry' && content.body?.claimToken === held.token,
  )
  return (
    <article className="flex flex-col gap-3 rounded-control border-2 border-edge bg-raised p-4">
      <h3 className="text-lg font-bold">{title}</h3>
      <p>{instructions}</p>
      <p className="text-lg font-bold">
        <span>{t('heldFor', countdown(leftMs))}</span>
      </p>
      <p className="text-soft">
        {t(held.offline ? 'heldOffline' : 'heldUntil', {
          time: held.offline ? moment(held.heldUntil) : clock(held.heldUntil),
        })}
      </p>
      {!held.offline && (
        <>
          <p>{t(openSession(desk.entries, desk.server) ? 'renewed' : 'renewNeeds')}</p>
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
      {isHandedIn ? (
        <p className="font-semibold">{t('handedIn')}</p>
      ) : leaving ? (
        <Leave desk={desk} held={held} onKeep={() => setLeaving(false)} />
      ) : (
        <Button onClick={() => setLeaving(true)}>{t('leave')}</Button>
      )}
    </article>
  )
}

/** Honest exits: each has a reason, and none of them is a fault of the surveyor. */
function Leave({ desk, held, onKeep }: { desk: Desk; held: HeldSlot; onKeep: () => void }) {
  const t = useTranslations('work')
  const [failed, setFailed] = useState(false)
  const leave = (blocked: Blocked | null) =>
    desk.outbox
      .put(crypto.randomUUID(), { kind: 'release', assignmentId: held.assignment.id, token: held.token, blocked })
      .then(
        () => desk.outbox.flush({ eager: true }).catch(() => undefined),
        () => setFailed(true),
      )
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-bold">{t('leaveWhy')}</legend>
      {REASONS.map((reason) => (
        <Button key={reason} wide onClick={() => leave(reason)}>
          {t(`blocked.${reason}`)}
        </Button>
      ))}
      <Button wide onClick={() => leave(null)}>
        {t('giveBack')}
      </Button>
      <Button wide look="quiet" onClick={onKeep}>
        {t('keepIt')}
      </Button>
      {failed && (
        <Notice tone="danger" says="now">
          {t('notSaved')}
        </Notice>
      )}
    </fieldset>
  )
}

export function countdown(ms: number) {
  const minutes = Math.max(0, Math.ceil(ms / 60_000))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}
