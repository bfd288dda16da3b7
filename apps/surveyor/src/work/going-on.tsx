'use client'

import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import { countUnder, type HeldSlot } from '@/desk/session.ts'
import type { Desk } from '@/desk/use-desk.ts'
import { wordsOf } from './of-assignment.ts'

type Props = { desk: Desk; slot: HeldSlot }

/** The first entry hands an assignment in; what is recorded after it still belongs to it, until its lease is over. */
export function GoingOnCard({ desk, slot }: Props) {
  const { title, instructions } = wordsOf(slot.assignment, useLocale())
  return (
    <article className="flex flex-col gap-3 rounded-control border-2 border-edge bg-raised p-4">
      <h3 className="text-lg font-bold">{title}</h3>
      <p>{instructions}</p>
      <GoingOn desk={desk} slot={slot} />
    </article>
  )
}

export function GoingOn({ desk, slot }: Props) {
  const t = useTranslations('work')
  const { moment, clock } = useTimes()
  return (
    <>
      <p className="text-lg font-bold">{t('recorded', { count: countUnder(slot.token, desk.entries, desk.server) })}</p>
      <p>{t('goesOn', { time: slot.offline ? moment(slot.heldUntil) : clock(slot.heldUntil) })}</p>
    </>
  )
}
