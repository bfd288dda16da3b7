import { type AdminAssignment, listAssignments } from '@salama/domain/assignments'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Pager } from '@salama/ui/components/pager.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { getLocale, getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { Progress, titleOf, Where } from '@/assignments/words.tsx'
import { Moment } from '@/lists/facts.tsx'
import { isNarrowed, readList } from '@/lists/read-list.ts'
import { DataTable } from '@/parts/data-table.tsx'
import { FilterBar, FilterSelect } from '@/parts/filter-bar.tsx'
import { adminPage, navItemMetadata, WrongFilters } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('assignments')

export default adminPage<PageProps<'/[locale]/assignments'>>(async ({ searchParams }, { caller }) => {
  const asked = readList(listAssignments.operation.query, await searchParams, (query) =>
    listAssignments(caller, { ...query, limit: 50 }),
  )
  const [t, locale, work] = await Promise.all([getTranslations('assignments'), getLocale(), orNotFound(asked)])
  const { typed, wrong, list } = work
  return (
    <>
      <PageHeader title={t('title')} />
      <LinkButton href="/assignments/new" variant="main">
        {t('new')}
      </LinkButton>
      <FilterBar label={t('filter')} isNarrowed={isNarrowed(work)}>
        <FilterSelect
          name="state"
          label={t('state')}
          value={typed.state}
          wrong={wrong.state}
          options={(['all', 'open', 'closed'] as const).map((state) => ({ value: state, label: t(`states.${state}`) }))}
        />
      </FilterBar>
      {list ? (
        <>
          <DataTable<z.infer<typeof AdminAssignment>>
            caption={t('title')}
            rows={list.data}
            keyOf={({ id }) => id}
            empty={<EmptyState title={t('none')}>{t('noneHint')}</EmptyState>}
            columns={[
              {
                key: 'title',
                label: t('what'),
                isName: true,
                cell: (assignment) => (
                  <Link
                    href={`/assignments/${assignment.id}`}
                    className="inline-flex min-h-touch items-center text-link underline"
                  >
                    {titleOf(assignment, locale)}
                  </Link>
                ),
              },
              { key: 'kind', label: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
              { key: 'where', label: t('where'), cell: (assignment) => <Where of={assignment} /> },
              { key: 'progress', label: t('progress'), cell: (assignment) => <Progress of={assignment} /> },
              {
                key: 'due',
                label: t('due'),
                cell: ({ dueAt, closedAt }) => (closedAt ? t('closed') : dueAt ? <Moment at={dueAt} /> : t('noDue')),
              },
            ]}
          />
          <Pager path="/assignments" query={typed} next={list.page.nextCursor} />
        </>
      ) : (
        <WrongFilters />
      )}
    </>
  )
})
