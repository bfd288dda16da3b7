import { LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { useTranslations } from 'next-intl'

/** In place of the courses of somebody who has not begun one. */
export function NothingBegun() {
  const t = useTranslations('progress')
  return (
    <EmptyState
      title={t('emptyTitle')}
      action={
        <LinkButton href="/" variant="main">
          {t('toCourses')}
        </LinkButton>
      }
    >
      <p>{t('empty')}</p>
    </EmptyState>
  )
}
