import type { Category } from '@salama/domain/incidents/contract'
import { CATEGORIES } from '@salama/domain/shared'
import { CategoryIcon } from '@salama/ui/incidents/category-icon.tsx'
import { useTranslations } from 'next-intl'
import { TextLink } from '@/text-link.tsx'

/** The categories that a search may mean, with their incidents nearby and the report form. */
export function TopicList({ topics }: { topics: readonly Category[] }) {
  const t = useTranslations('search')
  const name = useTranslations('categories')
  return (
    <ul className="flex flex-col">
      {topics.map((category) => (
        <li key={category} className="flex min-h-14 items-center gap-3 border-b-2 border-line py-2">
          <span className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-xl">
            <CategoryIcon category={category} />
          </span>
          <span className="flex min-w-0 flex-wrap items-center gap-x-4">
            <span className="w-full text-lg leading-snug font-bold">{name(category)}</span>
            {CATEGORIES[category].visibility !== 'aggregate' && (
              <TextLink href={{ pathname: '/', query: { category } }}>{t('topicNearby')}</TextLink>
            )}
            <TextLink href={{ pathname: '/report', query: { category } }}>{t('topicReport')}</TextLink>
          </span>
        </li>
      ))}
    </ul>
  )
}
