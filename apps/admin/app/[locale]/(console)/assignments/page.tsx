import { type AdminAssignment, listAssignments } from '@salama/domain/assignments'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { getLocale, getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { Progress, titleOf, Where } from '@/assignments/words.tsx'
import { Moment } from '@/lists/facts.tsx'
import { FoundList, RowLink } from '@/lists/found-list.tsx'
import { isNarrowed, readList } from '@/lists/read-list.ts'
import { FilterBar, FilterSelect } from '@/parts/filter-bar.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('assignments')

export default adminPage<PageProps<'/[locale]/assignments'>>(async ({ searchParams }, { caller }) => {
  const asked = readList(listAssignments.operation.query, await searchParams, (query) =>
    listAssignments(caller, { ...query, limit: 50 }),
  )
  const [t, locale, work] = await Promise.all([getTranslations('assignments'), getLocale(), orNotFound(asked)])
  const { typed, wrong } = work
  return (
    <>
      <PageHeader title={t('title')} />
      <div className="flex flex-wrap gap-2">
        <LinkButton href="/assignments/new" variant="main">
          {t('new')}
        </LinkButton>
        <LinkButton href="/assignments/export">{t('export.title')}</LinkButton>
      </div>
      <FilterBar label={t('filter')} isNarrowed={isNarrowed(work)}>
        <FilterSelect
          name="state"
          label={t('state')}
          value={typed.state}
          wrong={wrong.state}
          options={(['all', 'open', 'closed'] as const).map((state) => ({ value: state, label: t(`states.${state}`) }))}
        />
      </FilterBar>
      <FoundList<z.infer<typeof AdminAssignment>>
        path="/assignments"
        found={work}
        caption={t('title')}
        none={{ title: t('none'), hint: t('noneHint') }}
        columns={[
          {
            key: 'title',
            label: t('what'),
            isName: true,
            cell: (assignment) => (
              <RowLink href={`/assignments/${assignment.id}`}>{titleOf(assignment, locale)}</RowLink>
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
    </>
  )
})
