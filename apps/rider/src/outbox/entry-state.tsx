import { isErrorSlug } from '@salama/domain/shared'
import { type ItemStatus, itemStatus } from '@salama/outbox/items.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { StatusLine } from '@salama/ui/outbox/outbox-entries.tsx'
import { useTranslations } from 'next-intl'
import { isTimePublic, type ReportEntry } from './content.ts'
import { FileStates } from './file-states.tsx'
import { sendProblemOf } from './report-outbox.ts'

/** The status of a report: "sent" only once the server has it. */
export function EntryState({ entry }: { entry: ReportEntry }) {
  const t = useTranslations('outbox')
  const { clock } = useTimes()
  const { item, files } = entry
  const status = itemStatus(item, Date.now())
  return (
    <div role="status" className="flex flex-col gap-2">
      <StatusLine key={status} status={status}>
        {status === 'received' && isTimePublic(item.content.category)
          ? t('receivedAt', { time: clock(receivedAt(entry)) })
          : t(`state.${status}`)}
      </StatusLine>
      <Why entry={entry} status={status} />
      <FileStates files={files} />
    </div>
  )
}

/** By the server's clock, or this phone's without it. */
const receivedAt = ({ item }: ReportEntry) => item.reply?.receivedAt ?? new Date(item.receivedAt ?? 0)

function Why({ entry, status }: { entry: ReportEntry; status: ItemStatus }) {
  const t = useTranslations('outbox')
  const report = useTranslations('report')
  const failed = useTranslations('errors')
  const { problem } = entry.item
  if (status === 'received' || status === 'sending') return null
  if (status === 'saved' || status === 'sign_in') return <p className="max-w-prose">{t(`why.${status}`)}</p>
  const area = sendProblemOf(problem)?.serviceArea
  const isNetworkError = problem?.code === 'network'
  return (
    <div className="flex max-w-prose flex-col gap-1">
      {isErrorSlug(problem?.code) && <p>{failed(problem.code)}</p>}
      {problem?.code === 'outside_service_area' && area && <p>{report('outside', { area })}</p>}
      {status === 'waiting' && <p>{t(isNetworkError ? 'why.offline' : 'why.later')}</p>}
      {status === 'refused' && <p className="text-soft">{t('why.refused')}</p>}
    </div>
  )
}
