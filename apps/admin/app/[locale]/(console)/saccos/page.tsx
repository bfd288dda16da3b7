import { listSaccoDuplicates, listSaccos, type Sacco } from '@salama/domain/saccos'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Pager } from '@salama/ui/components/pager.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { isNarrowed, readList } from '@/lists/read-list.ts'
import { DataTable } from '@/parts/data-table.tsx'
import { FilterBar, FilterText } from '@/parts/filter-bar.tsx'
import { adminPage, navItemMetadata, WrongFilters } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('saccos')

export default adminPage<PageProps<'/[locale]/saccos'>>(async ({ searchParams }, { caller }) => {
  const asked = readList(listSaccos.operation.query, await searchParams, (query) =>
    listSaccos(caller, { ...query, limit: 50 }),
  )
  const [t, groups, duplicates] = await Promise.all([
    getTranslations('saccos'),
    orNotFound(asked),
    listSaccoDuplicates(caller, {}),
  ])
  const { typed, wrong, list } = groups
  return (
    <>
      <PageHeader title={t('title')} />
      {duplicates.data.length > 0 && (
        <LinkButton href="/saccos/duplicates">{t('toDuplicates', { count: duplicates.data.length })}</LinkButton>
      )}
      <FilterBar label={t('filter')} isNarrowed={isNarrowed(groups)}>
        <FilterText name="q" label={t('search')} value={typed.q} wrong={wrong.q} />
      </FilterBar>
      {list ? (
        <>
          <DataTable<z.infer<typeof Sacco>>
            caption={t('title')}
            rows={list.data}
            keyOf={({ id }) => id}
            empty={<EmptyState title={t('none')}>{t('noneHint')}</EmptyState>}
            columns={[
              {
                key: 'name',
                label: t('name'),
                isName: true,
                cell: ({ id, name }) => (
                  <Link href={`/saccos/${id}`} className="inline-flex min-h-touch items-center text-link underline">
                    {name}
                  </Link>
                ),
              },
              { key: 'aliases', label: t('aliases'), cell: ({ aliases }) => aliases.join(', ') },
              { key: 'vehicles', label: t('vehicles'), end: true, cell: ({ vehicles }) => vehicles },
            ]}
          />
          <Pager path="/saccos" query={typed} next={list.page.nextCursor} />
        </>
      ) : (
        <WrongFilters />
      )}
    </>
  )
})
