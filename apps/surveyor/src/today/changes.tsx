import { inLanguage } from '@salama/domain/shared'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import type { Change } from '@/field-state/changes.ts'
import { type FieldState, useCached } from '@/field-state/use-field-state.ts'

/** What admins changed in the person's assignments. It stays until it is marked as read. */
export function Changes({ fieldState: { fieldCache } }: { fieldState: FieldState }) {
  const t = useTranslations('today')
  const wordsOf = useWords()
  const changes = useCached(fieldCache, 'changes') ?? []
  if (changes.length === 0) return null
  return (
    <Notice tone="warn" announce="polite" title={t('changed.title')}>
      <ul className="flex flex-col gap-1">
        {changes.map((change) => (
          <li key={change.id}>{wordsOf(change)}</li>
        ))}
      </ul>
      <div className="mt-1 flex flex-wrap gap-2">
        <Button onClick={() => fieldCache.put('changes', [])}>{t('changed.seen')}</Button>
        <LinkButton href="/assignments">{t('assignments')}</LinkButton>
      </div>
    </Notice>
  )
}

function useWords() {
  const t = useTranslations('today')
  const locale = useLocale()
  const { weekday } = useTimes()
  return (change: Change) => {
    const title = inLanguage(locale, change.title, change.titleSw)
    if (change.what !== 'due') return t(`changed.${change.what}`, { title })
    const { dueAt, dueBefore } = change
    if (dueAt === null) return t('changed.dueGone', { title })
    if (dueBefore === null) return t('changed.dueNew', { title, time: weekday(dueAt) })
    return t('changed.due', { title, time: weekday(dueAt), before: weekday(dueBefore) })
  }
}
