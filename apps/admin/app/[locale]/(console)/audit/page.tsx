import { listAuditLog } from '@salama/domain/admin'
import { MAX_AUDIT_FILE } from '@salama/domain/admin/contract'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Pager } from '@salama/ui/components/pager.tsx'
import { getTranslations } from 'next-intl/server'
import { AuditTable } from '@/audit/audit-table.tsx'
import { placeMetadata } from '@/office/place-metadata.ts'
import { readQuery } from '@/office/read-query.ts'
import { FilterBar, FilterDays, FilterSelect, FilterText } from '@/parts/filter-bar.tsx'
import { adminPage } from '@/shell/admin-page.tsx'

export const generateMetadata = placeMetadata('audit')

const NOUNS = ['user', 'review', 'incident', 'vehicle', 'sacco', 'assignment', 'feed', 'account'] as const

export default adminPage<PageProps<'/[locale]/audit'>>(async ({ searchParams }, { caller }) => {
  const query = { ...readQuery(listAuditLog.operation.query, await searchParams), limit: 50 }
  const [t, log] = await Promise.all([getTranslations('audit'), orNotFound(listAuditLog(caller, query))])
  const { limit: _, cursor: __, ...filters } = query
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  // As many as one file holds; what is older comes with an earlier last day.
  const file = new URLSearchParams([
    ...given.map(([name, value]) => [name, String(value)]),
    ['limit', String(MAX_AUDIT_FILE)],
  ])
  return (
    <>
      <PageHeader title={t('title')}>
        <p className="text-base">{t('lead')}</p>
      </PageHeader>
      <FilterBar label={t('filter')} isNarrowed={given.length > 0}>
        <FilterSelect
          name="action"
          label={t('about')}
          value={query.action}
          all={t('everything')}
          options={NOUNS.map((noun) => ({ value: noun as string, label: t(`nouns.${noun}`) }))}
        />
        <FilterText name="subjectId" label={t('subjectId')} value={query.subjectId} />
        <FilterText name="actorId" label={t('actorId')} value={query.actorId} />
        <FilterDays from={query.from} to={query.to} />
      </FilterBar>
      <AuditTable events={log.data} caption={t('title')} empty={t('none')} />
      <div className="flex flex-wrap items-center gap-6">
        <Pager path="/audit" query={query} next={log.page.nextCursor} />
        <a
          href={`/api/audit-log/export?${file}`}
          download
          className="inline-flex min-h-touch items-center font-semibold text-link underline"
        >
          {t('export', { most: MAX_AUDIT_FILE })}
        </a>
      </div>
    </>
  )
})
