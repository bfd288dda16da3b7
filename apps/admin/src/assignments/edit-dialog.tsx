'use client'

import type { AdminAssignment, editAssignment } from '@salama/domain/assignments/admin-contract'
import { MAX_ASSIGNMENT } from '@salama/domain/assignments/admin-contract'
import { fromCityTime, toCityTime } from '@salama/domain/shared'
import { call } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { type ChangeEvent, useState } from 'react'
import type { z } from 'zod'
import { ConfirmDialog } from '@/parts/confirm-dialog.tsx'
import { useToast } from '@/parts/toasts.tsx'

type Assignment = z.infer<typeof AdminAssignment>

/** Edits an assignment's texts, and extends its time and its slots. What is typed survives closing the dialog. */
export function EditAssignment({ work }: { work: Assignment }) {
  const t = useTranslations('assignments')
  const router = useRouter()
  const showToast = useToast()
  const [open, setOpen] = useState(false)
  const [words, setWords] = useState({
    title: work.title,
    instructions: work.instructions,
    titleSw: work.titleSw ?? '',
    instructionsSw: work.instructionsSw ?? '',
    dueAt: work.dueAt ? toCityTime(work.dueAt) : '',
    slotCount: String(work.slots.length),
  })
  const slotCount = Number(words.slotCount)
  const hasSlots = Number.isInteger(slotCount) && slotCount >= work.slots.length && slotCount <= MAX_ASSIGNMENT.slots
  const field = (name: keyof typeof words) => ({
    value: words[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { value } = event.currentTarget
      setWords((old) => ({ ...old, [name]: value }))
    },
  })
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
    showToast('done', t('edited'))
    router.refresh()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('edit')}</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('edit')}
        confirm={t('editYes')}
        canConfirm={words.title.trim() !== '' && hasSlots}
        asksReason
        onConfirm={save}
      >
        <Field
          label={t('titleEn')}
          maxLength={MAX_ASSIGNMENT.title}
          error={words.title.trim() === '' ? t('needsTitle') : undefined}
          {...field('title')}
        />
        <Field
          multiline
          rows={3}
          label={t('instructionsEn')}
          maxLength={MAX_ASSIGNMENT.instructions}
          {...field('instructions')}
        />
        <Field label={t('titleSw')} maxLength={MAX_ASSIGNMENT.title} {...field('titleSw')} />
        <Field
          multiline
          rows={3}
          label={t('instructionsSw')}
          maxLength={MAX_ASSIGNMENT.instructions}
          {...field('instructionsSw')}
        />
        <Field type="datetime-local" label={t('due')} hint={t('dueHint')} {...field('dueAt')} />
        <Field
          inputMode="numeric"
          label={t('slots')}
          hint={t('slotsMore', { least: work.slots.length, most: MAX_ASSIGNMENT.slots })}
          error={hasSlots ? undefined : t('slotsMore', { least: work.slots.length, most: MAX_ASSIGNMENT.slots })}
          {...field('slotCount')}
        />
      </ConfirmDialog>
    </>
  )
}
