import { Notice } from '@salama/ui/components/notice.tsx'
import { getTranslations } from 'next-intl/server'

/** In place of a list that was asked for with a filter that cannot be followed; the filter bar marks what it shows of it. */
export async function WrongFilters() {
  const t = await getTranslations('console')
  return (
    <Notice tone="warn" title={t('wrongFilter.title')}>
      {t('wrongFilter.words')}
    </Notice>
  )
}
