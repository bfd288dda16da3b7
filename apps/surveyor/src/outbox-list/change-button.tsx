'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { draftOfBody, isBegun } from '@/collect/draft.ts'
import { draftKey } from '@/collect/use-draft.ts'
import type { Draft } from '@/field-state/draft.ts'
import type { FieldState } from '@/field-state/use-field-state.ts'

/** Opens a refused entry in the form again, with its photos and the same id: the server has not stored it. */
export function ChangeButton({ fieldState, id }: { fieldState: FieldState; id: string }) {
  const t = useTranslations('outbox')
  const router = useRouter()
  const [blocked, setBlocked] = useState(false)
  const change = async () => {
    const entry = fieldState.entries.find(({ item }) => item.id === id)
    const content = entry?.item.content
    if (content?.kind !== 'entry' || content.body === null) return
    const names = await fieldState.fieldCache.get('names')
    const draft: Draft = draftOfBody(id, content.body, names)
    const key = draftKey(draft.revises)
    const before = await fieldState.fieldCache.get(key)
    // Does not overwrite another draft.
    if (before && isBegun(before)) return setBlocked(true)
    if (!(await fieldState.fieldCache.put(key, draft))) return
    if (!(await fieldState.outbox.takeOut(id))) return
    router.push(draft.revises === null ? '/collect' : `/collect?revises=${draft.revises}`)
  }
  return (
    <>
      <Button onClick={change}>{t('change')}</Button>
      {blocked && (
        <p role="alert" className="w-full font-semibold">
          {t('finishFirst')}
        </p>
      )}
    </>
  )
}
