'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTranslations } from 'next-intl'
import { DifferenceTable } from './difference-table.tsx'
import { differencesOf, useAllFacts } from './facts/index.ts'
import type { Entry } from './use-entry.ts'

/** What has changed since the reviewer was shown the entry. What they have filled in stays; they decide on the newer one. */
export function Difference({ entry: { shown, now, seen } }: { entry: Entry }) {
  const t = useTranslations('review')
  const facts = useAllFacts()
  const differences = differencesOf(facts(shown), facts(now))
  return (
    <Notice tone="warn" says="now" title={t('changedTitle')}>
      <p>{t('changedWords')}</p>
      {differences.length === 0 ? (
        <p>{t('changedNothing')}</p>
      ) : (
        <DifferenceTable title={t('changedTitle')} differences={differences} />
      )}
      <Button onClick={seen}>{t('changedSeen')}</Button>
    </Notice>
  )
}
