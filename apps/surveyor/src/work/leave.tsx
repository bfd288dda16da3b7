import { MAX_BLOCKED_NOTE } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Leaving } from '@/field-state/field-cache.ts'
import { countUnder, type HeldSlot, heldSlots } from '@/field-state/session.ts'
import type { FieldState } from '@/field-state/use-field-state.ts'
import { useSave } from '@/field-state/use-put.ts'
import type { Blocked } from '@/outbox/content.ts'
import { wordsOf } from './assignment-view-model.ts'
import { doneUnder, hasWork } from './quota.ts'
import { lastReleased } from './released-slots.ts'

const REASONS = ['not_found', 'unsafe', 'already_done', 'too_hard'] as const satisfies readonly Blocked[]

type Props = { fieldState: FieldState; held: HeldSlot; leaving: Leaving; onStay: () => void }

/** Releases a slot for a reason; none counts against the surveyor. What was chosen and typed survives a reload. */
export function Leave({ fieldState, held, leaving, onStay }: Props) {
  const t = useTranslations('work')
  const [{ why, note }, setLeaving] = useState(leaving)
  const { busy, put } = useSave(fieldState)
  const edit = (changed: Partial<Leaving>) => {
    const edited = { ...leaving, why, note, ...changed }
    setLeaving(edited)
    fieldState.fieldCache.put('leaving', edited)
  }
  const leave = async (blocked: Blocked | null) => {
    const isSaved = await put(() => ({
      kind: 'release',
      assignmentId: held.assignment.id,
      token: held.token,
      blocked,
      ...(blocked && note.trim() && { note: note.trim() }),
    }))
    if (isSaved) await fieldState.fieldCache.remove('leaving')
  }
  if (why === null)
    return (
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-semibold">{t('leaveWhy')}</legend>
        {REASONS.map((reason) => (
          <Button key={reason} wide onClick={() => edit({ why: reason })}>
            {t(`blocked.${reason}`)}
          </Button>
        ))}
        <Button wide onClick={() => edit({ why: 'none' })}>
          {t('giveBack')}
        </Button>
        <Button wide variant="quiet" onClick={onStay}>
          {t('keepIt')}
        </Button>
      </fieldset>
    )
  return (
    <div className="flex flex-col gap-2">
      <div role="alert" tabIndex={-1} ref={focusOnMount} className="outline-none flex flex-col gap-1">
        <p className="font-semibold">{t('leaveSure')}</p>
        {why !== 'none' && <p className="font-semibold">{t(`blocked.${why}`)}</p>}
        <p>{t(why === 'none' ? 'leaveForOthers' : 'leaveForGood')}</p>
        {hasWork(doneUnder(held, fieldState.entries, fieldState.server)) && <p>{t('leaveKeeps')}</p>}
      </div>
      {why !== 'none' && (
        <Field
          label={t('leaveNote')}
          hint={t('leaveNoteHint')}
          optional={t('optional')}
          multiline
          rows={3}
          maxLength={MAX_BLOCKED_NOTE}
          value={note}
          onChange={(event) => edit({ note: event.currentTarget.value })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" busy={busy} onClick={() => leave(why === 'none' ? null : why)}>
          {t('leaveYes')}
        </Button>
        <Button onClick={onStay}>{t('keepIt')}</Button>
      </div>
    </div>
  )
}

/** Shows the result in the place of the assignment's card. */
export function LastReleased({ fieldState }: { fieldState: FieldState }) {
  const t = useTranslations('work')
  const locale = useLocale()
  const { entries, server, nowMs } = fieldState
  const released = lastReleased(entries, heldSlots(entries, server, nowMs), Date.now(), server?.skewMs ?? 0)
  if (!released) return null
  const assignment = server?.assignments.find(({ id }) => id === released.assignmentId)
  const count = countUnder(released.token, entries, server)
  return (
    <Notice
      tone={released.hasArrived ? 'ok' : 'info'}
      announce="polite"
      title={t(released.isFinished ? 'finished' : 'given')}
    >
      {assignment && <p className="font-semibold">{wordsOf(assignment, locale).title}</p>}
      {released.isFinished && count > 0 && <p>{t('recorded', { count })}</p>}
      {released.blocked && <p>{t(`blocked.${released.blocked}`)}</p>}
      <p>{t(released.hasArrived ? 'leftArrived' : 'leftWaiting')}</p>
    </Notice>
  )
}
