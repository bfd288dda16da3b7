import type { LearningFigures } from '@salama/domain/learning'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'
import { DataTable } from '@/parts/data-table.tsx'

type Course = z.output<typeof LearningFigures>['courses'][number]
type Props = { course: Course; floor: number; idleDays: number }

/** The figures of one course. A count below the floor is shown as such, not as zero. */
export function CourseFigures({ course, floor, idleDays }: Props) {
  const t = useTranslations('learningFigures')
  const count = (learners: number | null) => learners ?? t('few', { floor })
  return (
    <section aria-labelledby={course.slug} className="flex flex-col gap-4 border-t border-line pt-4">
      <h2 id={course.slug} className="font-semibold">
        {course.title}
      </h2>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Figure label={t('started')} value={count(course.started)} />
        <Figure label={t('completed')} value={count(course.completed)} />
      </dl>
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="min-w-0">
          <h3 className="pb-1 font-semibold">{t('modules')}</h3>
          <DataTable
            caption={`${course.title}: ${t('modules')}`}
            rows={course.modules}
            keyOf={({ slug }) => slug}
            empty={null}
            columns={[
              { label: t('module'), isName: true, cell: ({ title }) => title },
              { label: t('reached'), end: true, cell: ({ reached }) => count(reached) },
              { label: t('stopped'), end: true, cell: ({ stopped }) => count(stopped) },
            ]}
          />
          <p className="pt-1 text-sm text-soft">{t('stoppedMeans', { days: idleDays })}</p>
        </div>
        <div className="min-w-0">
          <h3 className="pb-1 font-semibold">{t('hardest')}</h3>
          <DataTable
            caption={`${course.title}: ${t('hardest')}`}
            rows={course.hardest}
            keyOf={({ module, key }) => `${module}/${key}`}
            empty={<p className="text-soft">{t('tooFew', { floor })}</p>}
            columns={[
              { label: t('question'), isName: true, cell: ({ text }) => text },
              { label: t('right'), end: true, cell: ({ rightPercent }) => `${rightPercent} %` },
              { label: t('learners'), end: true, cell: ({ learners }) => learners },
            ]}
          />
        </div>
      </div>
    </section>
  )
}

function Figure({ label, value }: { label: string; value: number | string }) {
  return (
    <div>
      <dt className="text-soft">{label}</dt>
      <dd className="text-xl font-bold">{value}</dd>
    </div>
  )
}
