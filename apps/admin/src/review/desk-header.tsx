import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { QueuePage, useQueue } from './use-queue.ts'

/** The title of the list, how much is open, and its buttons. */
export function DeskHeader({
  queue,
  isHeading,
  children,
}: {
  queue: ReturnType<typeof useQueue>
  isHeading: boolean
  children: ReactNode
}) {
  const t = useTranslations('review')
  const { clock } = useTimes()
  const { newest } = queue
  const Title = isHeading ? 'h1' : 'h2'
  const sum = (pick: (each: QueuePage['waiting'][number]) => number) =>
    (newest?.waiting ?? []).reduce((total, each) => total + pick(each), 0)
  const overdue = sum((each) => each.overdue)
  return (
    <header className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <Title className="me-auto text-xl font-bold">{t('title')}</Title>
        <Button onClick={() => void queue.refetch()} disabled={queue.isFetching} aria-label={t('refresh')}>
          <Icon as={RotateCw} />
        </Button>
        {children}
      </div>
      <p>
        <strong>{t('waiting', { count: sum((each) => each.open) })}</strong>
        {overdue > 0 && <strong className="text-danger"> {t('overdueCount', { count: overdue })}</strong>}{' '}
        <span role="status" className="text-sm text-soft">
          {queue.isFetching && !queue.isFetchingNextPage
            ? t('reading')
            : newest && t('asOf', { time: clock(newest.asOf) })}
        </span>
      </p>
    </header>
  )
}
