import type { listUsers } from '@salama/domain/admin/contract'
import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import { call, problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Sheet } from '@salama/ui/components/sheet.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { personName } from './marks.tsx'
import type { Entry } from './use-entry.ts'

/** Chooses the colleague whose entry it is. */
export function AssignSheet({ entry, shown, onClose }: { entry: Entry; shown: ReviewEntry; onClose: () => void }) {
  const t = useTranslations('review')
  const { data, error, refetch } = useQuery({
    queryKey: ['admins'],
    queryFn: ({ signal }) => call<typeof listUsers>('GET /api/users', { query: { role: 'admin', limit: 100 }, signal }),
    staleTime: 60_000,
  })
  const assign = async (to: string | null) => {
    if (await entry.assign(to)) onClose()
  }
  const admins = (data?.data ?? []).toSorted((a, b) => Number(b.you) - Number(a.you))
  return (
    <Sheet title={t('assign')} open onClose={onClose}>
      {error && <ProblemNotice problem={problemIn(error)} onRetry={() => void refetch()} />}
      <ProblemNotice problem={entry.problem} />
      <ul className="flex flex-col gap-2">
        {admins.map((admin) => (
          <li key={admin.id}>
            <Button
              wide
              busy={entry.busy}
              aria-pressed={shown.assignedTo?.id === admin.id}
              onClick={() => void assign(admin.id)}
              className="justify-start aria-pressed:border-ink"
            >
              {admin.you ? t('assignMe') : personName(admin, t('colleague'))}
            </Button>
          </li>
        ))}
        {shown.assignedTo && (
          <li>
            <Button variant="quiet" busy={entry.busy} onClick={() => void assign(null)}>
              {t('assignNobody')}
            </Button>
          </li>
        )}
      </ul>
    </Sheet>
  )
}
