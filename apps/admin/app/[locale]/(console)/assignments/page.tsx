import { listAssignments } from '@salama/domain/assignments'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { getLocale, getTranslations } from 'next-intl/server'
import { Progress, titleOf, Where } from '@/assignments/words.tsx'
import { Moment, TextLink } from '@/lists/facts.tsx'
import { FoundList, readRows } from '@/lists/found-list.tsx'
import { FilterBar, FilterSelect } from '@/parts/filter-bar.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('assignments')

export default adminPage<PageProps<'/[locale]/assignments'>>(async ({ searchParams }, { caller }) => {
  const [t, locale, work] = await Promise.all([
    getTranslations('assignments'),
    getLocale(),
    readRows(listAssignments, caller, await searchParams),
  ])
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
      <FilterBar label={t('filter')} typed={typed} wrong={wrong}>
        <FilterSelect
          name="state"
          label={t('state')}
          options={(['all', 'open', 'closed'] as const).map((state) => ({ value: state, label: t(`states.${state}`) }))}
        />
      </FilterBar>
      <FoundList
        path="/assignments"
        found={work}
        caption={t('title')}
        none={{ title: t('none'), hint: t('noneHint') }}
        columns={[
          {
            label: t('what'),
            isName: true,
            cell: (assignment) => (
              <TextLink href={`/assignments/${assignment.id}`}>{titleOf(assignment, locale)}</TextLink>
            ),
          },
          { label: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
          { label: t('where'), cell: (assignment) => <Where of={assignment} /> },
          { label: t('progress'), cell: (assignment) => <Progress of={assignment} /> },
          {
            label: t('due'),
            cell: ({ dueAt, closedAt }) => (closedAt ? t('closed') : dueAt ? <Moment at={dueAt} /> : t('noDue')),
          },
        ]}
      />
    </>
  )
})
