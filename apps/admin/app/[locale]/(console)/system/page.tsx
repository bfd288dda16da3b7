import { listFailedJobs } from '@salama/domain/jobs'
import { getSystem } from '@salama/domain/system'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { getFormatter, getTranslations } from 'next-intl/server'
import { FailedJobs } from '@/failed-jobs/failed-jobs.tsx'
import { DayOf, Facts, Moment, Part } from '@/lists/facts.tsx'
import { DataTable } from '@/parts/data-table.tsx'
import { lengthWords } from '@/review/length-words.ts'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('system')

/** Release, queued jobs, jobs that failed for a day, backups and free disk space: the database's part of the metrics. */
export default adminPage<PageProps<'/[locale]/system'>>(async (_, { caller }) => {
  const [t, jobsT, reviewT, format, system, failed] = await Promise.all([
    getTranslations('system'),
    getTranslations('failedJobs'),
    getTranslations('review'),
    getFormatter(),
    getSystem(caller, {}),
    listFailedJobs(caller, {}),
  ])
  const { version, disk, migrations, databaseBytes, backedUpAt, publicFeed, feeds, jobs, review } = system
  const size = (bytes: number) =>
    bytes < 1e9
      ? format.number(bytes / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 })
      : format.number(bytes / 1e9, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 })
  const age = (seconds: number) => lengthWords(seconds * 1000, reviewT)
  return (
    <>
      <PageHeader title={t('title')} />
      <Facts
        facts={[
          { label: t('version'), value: <code>{version}</code> },
          { label: t('migrations'), value: <code>{migrations.at(-1) ?? '–'}</code> },
          { label: t('database'), value: size(databaseBytes) },
          {
            label: t('disk'),
            value: disk ? t('free', { free: size(disk.freeBytes), all: size(disk.bytes) }) : t('unknown'),
          },
          { label: t('backup'), value: backedUpAt ? <Moment at={backedUpAt} /> : t('noBackup') },
          { label: t('publicFeed'), value: publicFeed.changedAt ? <Moment at={publicFeed.changedAt} /> : '–' },
          { label: t('lag'), value: age(publicFeed.lagS) },
          {
            label: t('review'),
            value: t('reviewWords', { open: review.open, overdue: review.overdue, age: age(review.oldestS) }),
          },
        ]}
      />
      <Part title={t('feeds')}>
        <DataTable
          caption={t('feeds')}
          rows={feeds}
          keyOf={({ feed }) => feed}
          empty={<EmptyState title={t('noFeed')} />}
          columns={[
            { label: t('feed'), isName: true, cell: ({ feed }) => feed },
            { label: t('appliedAt'), cell: ({ appliedAt }) => <Moment at={appliedAt} /> },
            { label: t('endsOn'), cell: ({ endsOn }) => (endsOn ? <DayOf at={endsOn} /> : '–') },
          ]}
        />
      </Part>
      <Part title={t('jobs')} lead={t('jobsLead')}>
        <DataTable
          caption={t('jobs')}
          rows={jobs}
          keyOf={({ task }) => task}
          empty={<EmptyState title={t('noJobs')} />}
          columns={[
            { label: jobsT('task'), isName: true, cell: ({ task }) => jobsT(`tasks.${task}`) },
            { label: t('waiting'), end: true, cell: ({ waiting }) => format.number(waiting) },
            { label: t('late'), end: true, cell: ({ lateS }) => age(lateS) },
            { label: t('failed'), end: true, cell: ({ failed }) => format.number(failed) },
          ]}
        />
      </Part>
      <FailedJobs failed={failed} />
    </>
  )
})
