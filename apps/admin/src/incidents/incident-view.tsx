'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { incidentWords, oneLine } from '@salama/ui/incidents/words.ts'
import type { MapIncident } from '@salama/ui/map/map-view.tsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { TextLink } from '@/lists/facts.tsx'
import { ConfirmDialog } from '@/parts/confirm-dialog.tsx'
import { useToast } from '@/parts/toasts.tsx'
import { Part, TimeLine, useEventWords } from '@/review/context/parts.tsx'
import { ContextMap, useIncidentMarker } from '@/review/context/subject-map.tsx'
import { DifferenceTable } from '@/review/difference.tsx'
import { FactList } from '@/review/fact-list.tsx'
import { differencesOf, type Fact, fact, incidentFacts, useFormatters } from '@/review/facts.ts'
import { personName } from '@/review/marks.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { Reports, Votes } from './reports.tsx'
import { type IncidentRecord, useAround, useRecord } from './use-record.ts'

export function IncidentView({ initial }: { initial: IncidentRecord }) {
  const t = useTranslations('incidentView')
  const review = useTranslations('review')
  const category = useTranslations('categories')
  const showToast = useToast()
  const { moment } = useTimes()
  const record = useRecord(initial)
  const facts = useRecordFacts()
  const { shown, now, hasChanged, seen } = record
  const [open, setOpen] = useState<'merge' | 'split' | 'retract' | 'restore' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('heading', { category: category(shown.category) })}
        back={{ href: '/incidents', label: t('toList') }}
      />
      {shown.own && <Notice tone="warn">{t('own')}</Notice>}
      {shown.mergedInto && (
        <Notice>
          <p>
            <Link href={`/incidents/${shown.mergedInto}`} className="font-semibold text-link underline">
              {t('merged')}
            </Link>{' '}
            {shown.splitUntil && t('splitUntil', { time: moment(shown.splitUntil) })}
          </p>
        </Notice>
      )}
      {shown.restoreUntil && <Notice>{t('restoreUntil', { time: moment(shown.restoreUntil) })}</Notice>}
      {hasChanged && (
        <Notice tone="warn" announce="assertive" title={review('changedTitle')}>
          <DifferenceTable title={review('changedTitle')} differences={differencesOf(facts(shown), facts(now))} />
          <Button onClick={seen}>{review('changedSeen')}</Button>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        {shown.can.merge && <Button onClick={() => setOpen('merge')}>{t('merge')}</Button>}
        {shown.can.split && <Button onClick={() => setOpen('split')}>{t('split')}</Button>}
        {shown.can.retract && (
          <Button variant="danger" onClick={() => setOpen('retract')}>
            {t('retract')}
          </Button>
        )}
        {shown.can.restore && <Button onClick={() => setOpen('restore')}>{t('restore')}</Button>}
      </div>
      <div className="grid gap-x-8 gap-y-6 min-[70rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex flex-col gap-6">
          <FactList facts={facts(shown)} />
          <Reports reports={shown.reports} />
        </div>
        <div className="flex flex-col gap-6">
          <RecordMap record={shown} />
          <Votes votes={shown.votes} />
          {shown.absorbed.length > 0 && (
            <Part title={t('absorbed')}>
              <ul>
                {shown.absorbed.map(({ id, mergedAt }) => (
                  <li key={id}>
                    <TextLink href={`/incidents/${id}`}>{t('absorbedAt', { time: moment(mergedAt) })}</TextLink>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          <Part title={review('history')}>
            <RecordHistory record={shown} />
          </Part>
        </div>
      </div>
      <MergeDialog
        record={shown}
        open={open === 'merge'}
        onClose={close}
        onMerge={async (input) => {
          await record.merge(input)
          showToast('done', t('mergeDone'))
        }}
      />
      {(['split', 'retract', 'restore'] as const).map((act) => (
        <ConfirmDialog
          key={act}
          open={open === act}
          onClose={close}
          title={t(act)}
          confirm={t(`${act}Yes`)}
          danger={act === 'retract'}
          asksReason
          onConfirm={async (why) => {
            await record[act](why)
            showToast('done', t(`${act}Done`))
          }}
        >
          <p>{t(`${act}Words`)}</p>
        </ConfirmDialog>
      ))}
    </div>
  )
}

function RecordHistory({ record }: { record: IncidentRecord }) {
  const t = useTranslations('review')
  const eventWords = useEventWords()
  const happened = record.history.map(({ at, kind, actor }, n) => ({
    key: `history ${n}`,
    at,
    what: eventWords(kind),
    who: actor && personName(actor, t('colleague')),
  }))
  return <TimeLine happened={happened} />
}

/** All facts of an incident, and its visibility. */
function useRecordFacts() {
  const format = useFormatters()
  return (record: IncidentRecord): Fact[] => [
    ...incidentFacts({ ...record, reports: record.reports.length }, format),
    ...fact(format, 'visibility', format.t(`visibility.${record.visibility}`)),
  ]
}

/** The incident on a map with others of its category. The list of merge candidates is in the merge dialog. */
function RecordMap({ record }: { record: IncidentRecord }) {
  const tIncidents = useTranslations('incidents')
  const category = useTranslations('categories')
  const marker = useIncidentMarker()
  const { others, asOf } = useAround(record, record.can.merge)
  const own = marker({ ...record, reports: record.reports.length, distanceM: 0 })
  const around = others?.map(
    (other): MapIncident => ({
      ...other,
      label: oneLine(incidentWords(other, Date.parse(asOf ?? other.lastSeenAt), tIncidents, category)),
    }),
  )
  return <ContextMap place={record.place} incidents={[own, ...(around ?? [])]} />
}
