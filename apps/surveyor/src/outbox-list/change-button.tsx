'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { draftOfBody, isBegun } from '@/collect/draft.ts'
import { draftKey } from '@/collect/use-draft.ts'
import type { Draft } from '@/desk/draft.ts'
import type { Desk } from '@/desk/use-desk.ts'

/** Takes a refused entry back into the form, with its photos and under its id: it never arrived. */
export function ChangeButton({ desk, id }: { desk: Desk; id: string }) {
  const t = useTranslations('outbox')
  const router = useRouter()
  const [blocked, setBlocked] = useState(false)
  const change = async () => {
    const entry = desk.entries.find(({ item }) => item.id === id)
    const content = entry?.item.content
    if (content?.kind !== 'entry' || content.body === null) return
    const names = await desk.keep.get('names')
    const draft: Draft = draftOfBody(id, content.body, names)
    const key = draftKey(draft.revises)
    const before = await desk.keep.get(key)
    // Something else is being written: it is not thrown away for this.
    if (before && isBegun(before)) return setBlocked(true)
    if (!(await desk.keep.put(key, draft))) return
    if (!(await desk.outbox.takeOut(id))) return
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
