import { Category } from '@salama/domain/incidents/contract'
import { ReviewKind } from '@salama/domain/review-entries/contract'
import { useTranslations } from 'next-intl'
import { FilterBar, FilterCheck, FilterSelect } from '@/parts/filter-bar.tsx'
import { type QueueFilter, STATES } from './filter.ts'

/** The filters of the queue. */
export function QueueFilters({ filter }: { filter: QueueFilter }) {
  const t = useTranslations('review')
  const category = useTranslations('categories')
  return (
    <FilterBar label={t('filter')} isNarrowed={Object.keys(filter).length > 0}>
      <FilterSelect
        name="kind"
        label={t('filterKind')}
        value={filter.kind}
        all={t('allKinds')}
        options={ReviewKind.options.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <FilterSelect
        name="state"
        label={t('filterState')}
        value={filter.state}
        all={t('state.open')}
        options={STATES.filter((value) => value !== 'open').map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <FilterSelect
        name="category"
        label={t('filterCategory')}
        value={filter.category}
        all={t('allCategories')}
        options={Category.options.map((value) => ({ value, label: category(value) }))}
      />
      <FilterCheck name="mine" label={t('mine')} checked={filter.mine === 'true'} />
    </FilterBar>
  )
}
