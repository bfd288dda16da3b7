import { getAssignmentSlot } from '@salama/domain/assignments'
import { getAssignmentSlot as contract } from '@salama/domain/assignments/slot-review-contract'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { SlotReview } from '@/assignments/slot-review.tsx'
import { Quota, titleOf } from '@/assignments/words.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('assignments')

/** What was recorded under the claim of a slot, reviewed as a whole. */
export default adminPage<PageProps<'/[locale]/assignments/[id]/slots/[n]'>>(async ({ params }, { caller }) => {
  const asked = contract.params.safeParse(await params)
  if (!asked.success) notFound()
  const [t, locale, shift] = await Promise.all([
    getTranslations('assignments'),
    getLocale(),
    orNotFound(getAssignmentSlot(caller, asked.data)),
  ])
  const { assignment, n, record } = shift
  return (
    <ClientMessages
      of={['common', 'console', 'errors', 'parts', 'assignments', 'review', 'map', 'categories', 'incidents']}
    >
      <PageHeader
        title={t('shift.title', { what: titleOf(assignment, locale), n })}
        back={{ href: `/assignments/${assignment.id}`, label: titleOf(assignment, locale) }}
      >
        <p className="flex flex-wrap gap-x-4 text-base">
          <span className="text-soft">
            <Quota of={assignment} />
          </span>
          {record && record.decided > 0 && <span className="text-soft">{t('shift.record', record)}</span>}
        </p>
      </PageHeader>
      <SlotReview shift={shift} />
    </ClientMessages>
  )
})
