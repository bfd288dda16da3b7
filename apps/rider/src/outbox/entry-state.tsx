'use client'

import { isErrorSlug } from '@salama/domain/shared'
import { type Entry, type Face, faceOf } from '@salama/outbox/items.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { FaceLine } from '@salama/ui/outbox/outbox-entries.tsx'
import { useTranslations } from 'next-intl'
import type { ReportContent, ReportReply } from './content.ts'
import { PhotoStates } from './photo-states.tsx'
import { sendProblemOf } from './report-outbox.ts'

type ReportEntry = Entry<ReportContent, ReportReply>

/** Where one report is, in words: never "sent" before the server has it. */
export function EntryState({ entry }: { entry: ReportEntry }) {
  const t = useTranslations('outbox')
  const { clock } = useTimes()
  const { item, files } = entry
  const face = faceOf(item, Date.now())
  return (
    <div role="status" className="flex flex-col gap-2">
      <FaceLine key={face} face={face}>
        {face === 'received' ? t('face.received', { time: clock(receivedAt(entry)) }) : t(`face.${face}`)}
      </FaceLine>
      <Why entry={entry} face={face} />
      {item.state === 'received' || files.length === 0 ? (
        <PhotoStates photos={files} />
      ) : (
        <p className="text-soft">{t('withPhotos', { count: files.length })}</p>
      )}
    </div>
  )
}

/** By the server's clock; by this phone's for want of it. */
const receivedAt = ({ item }: ReportEntry) => item.reply?.receivedAt ?? new Date(item.receivedAt ?? 0)

function Why({ entry, face }: { entry: ReportEntry; face: Face }) {
  const t = useTranslations('outbox')
  const report = useTranslations('report')
  const failed = useTranslations('errors')
  const { problem } = entry.item
  if (face === 'received' || face === 'sending') return null
  if (face === 'saved' || face === 'sign_in') return <p className="max-w-prose">{t(`why.${face}`)}</p>
  const area = sendProblemOf(problem)?.serviceArea
  const isLine = problem?.code === 'network'
  return (
    <div className="flex max-w-prose flex-col gap-1">
      {isErrorSlug(problem?.code) && <p>{failed(problem.code)}</p>}
      {problem?.code === 'outside_service_area' && area && <p>{report('outside', { area })}</p>}
      {face === 'waiting' && <p>{t(isLine ? 'why.noLine' : 'why.later')}</p>}
      {face === 'refused' && <p className="text-soft">{t('why.refused')}</p>}
    </div>
  )
}
