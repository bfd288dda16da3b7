'use client'

import type { AdminAssignment, editAssignment } from '@salama/domain/assignments/admin-contract'
import { fromCityTime, MAX_ASSIGNMENT, toCityTime } from '@salama/domain/shared'
import { call } from '@salama/http/call'
import { Field } from '@salama/ui/components/field.tsx'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'
import { ConfirmButton } from '@/parts/confirm-dialog.tsx'
import { useDone } from '@/parts/toasts.tsx'
import { useTextFields } from '@/parts/use-text-fields.ts'
import { WordFields } from './assignment-fields.tsx'

type Assignment = z.infer<typeof AdminAssignment>

/** Edits an assignment's texts, and extends its time and its slots. What is typed survives closing the dialog. */
export function EditAssignment({ work }: { work: Assignment }) {
  const t = useTranslations('assignments')
  const done = useDone()
  const [words, field] = useTextFields({
    title: work.title,
    instructions: work.instructions,
    titleSw: work.titleSw ?? '',
    instructionsSw: work.instructionsSw ?? '',
    dueAt: work.dueAt ? toCityTime(work.dueAt) : '',
    slotCount: String(work.slots.length),
  })
  const slotCount = Number(words.slotCount)
  const hasSlots = Number.isInteger(slotCount) && slotCount >= work.slots.length && slotCount <= MAX_ASSIGNMENT.slots
  const slotsHint = t('slotsMore', { least: work.slots.length, most: MAX_ASSIGNMENT.slots })
  async function save(reason: string) {
    const { title, instructions, titleSw, instructionsSw, dueAt } = words
    await call<typeof editAssignment>('PUT /api/assignments/{id}', {
      params: { id: work.id },
      body: {
        title,
        instructions,
        ...(titleSw.trim() && { titleSw }),
        ...(instructionsSw.trim() && { instructionsSw }),
        ...(dueAt && { dueAt: fromCityTime(dueAt).toISOString() }),
        slotCount,
        reason,
      },
    })
    done(t('edited'))
  }
  return (
    <ConfirmButton
      label={t('edit')}
      title={t('edit')}
      confirm={t('editYes')}
      canConfirm={words.title.trim() !== '' && hasSlots}
      asksReason
      onConfirm={save}
    >
      <WordFields field={field} titleWrong={words.title.trim() === ''} />
      <Field type="datetime-local" label={t('due')} hint={t('dueHint')} {...field('dueAt')} />
      <Field
        inputMode="numeric"
        label={t('slots')}
        hint={slotsHint}
        error={hasSlots ? undefined : slotsHint}
        {...field('slotCount')}
      />
    </ConfirmButton>
  )
}
