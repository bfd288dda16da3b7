import { listIncidentRecords } from '@salama/domain/incident-records'
import { INCIDENT_STATES } from '@salama/domain/incident-records/list-contract'
import { CATEGORIES } from '@salama/domain/shared'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Pager } from '@salama/ui/components/pager.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { IncidentList } from '@/incidents/incident-list.tsx'
import { isNarrowed, readList } from '@/lists/read-list.ts'
import { FilterBar, FilterDays, FilterSelect, FilterText } from '@/parts/filter-bar.tsx'
import { adminPage, navItemMetadata, WrongFilters } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('incidents')

const CONFIDENCE = ['unverified', 'corroborated', 'verified', 'disputed', 'refuted'] as const
/** Set by a link or by the map, not by a field of the form. */
const GIVEN = ['corridorId', 'least', 'most', 'bbox'] as const

export default adminPage<PageProps<'/[locale]/incidents'>>(async ({ searchParams }, { caller }) => {
  const asked = readList(listIncidentRecords.operation.query, await searchParams, (query) =>
    listIncidentRecords(caller, { ...query, limit: 50 }),
  )
  const [t, review, categories, found] = await Promise.all([
    getTranslations('incidentList'),
    getTranslations('review'),
    getTranslations('categories'),
    orNotFound(asked),
  ])
  const { typed, wrong, list } = found
  const categoryOptions = Object.keys(CATEGORIES).map((value) => ({
    value,
    label: categories(value as keyof typeof CATEGORIES), // the keys of CATEGORIES
  }))
  return (
    <>
      <PageHeader title={t('title')} />
      <FilterBar label={t('filter')} isNarrowed={isNarrowed(found)}>
        <FilterText name="q" label={t('search')} value={typed.q} wrong={wrong.q} />
        <FilterSelect
          name="category"
          label={review('fact.category')}
          all={t('all')}
          value={typed.category}
          wrong={wrong.category}
          options={categoryOptions}
        />
        <FilterSelect
          name="state"
          label={t('state')}
          all={t('all')}
          value={typed.state}
          wrong={wrong.state}
          options={INCIDENT_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
        <FilterSelect
          name="corroboration"
          label={review('fact.corroboration')}
          all={t('all')}
          value={typed.corroboration}
          wrong={wrong.corroboration}
          options={CONFIDENCE.map((value) => ({ value, label: review(`corroboration.${value}`) }))}
        />
        <FilterDays typed={typed} wrong={wrong} />
        {GIVEN.map((name) => typed[name] && <input key={name} type="hidden" name={name} value={typed[name]} />)}
      </FilterBar>
      {!list && <WrongFilters />}
      {list?.data.length === 0 && <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>}
      {list && list.data.length > 0 && (
        <ClientMessages of={['common', 'incidentList', 'review', 'categories', 'incidents', 'map']}>
          <IncidentList incidents={list.data} query={typed} />
        </ClientMessages>
      )}
      {list && <Pager path="/incidents" query={typed} next={list.page.nextCursor} />}
    </>
  )
})
