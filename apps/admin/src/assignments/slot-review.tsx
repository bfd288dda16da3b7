'use client'

import type { AssignmentSlotReview } from '@salama/domain/assignments/slot-review-contract'
import type { ReviewBatch } from '@salama/domain/review-entries/contract'
import type { submitReviewDecisions } from '@salama/domain/reviews/bulk-contract'
import { MAX_BULK } from '@salama/domain/shared'
import { type Problem, tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Select } from '@salama/ui/components/controls.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { DataTable } from '@/parts/data-table.tsx'
import { labelIn } from '@/parts/label-in.ts'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { BatchUndo } from '@/review/batch-undo.tsx'
import { ContextMap } from '@/review/context/subject-map.tsx'
import { SlotSample } from './slot-sample.tsx'

type Entry = AssignmentSlotReview['entries'][number]

/** Ten minutes without an entry stand out, and half a minute between two. */
const GAP_MS = { long: 600_000, short: 30_000 }

const isOpen = ({ review }: Entry) => review.decidedAt === null && !review.own && !review.escalatedByYou
/** What is odd or does not count is accepted by nobody who has not opened it. */
const isPlain = ({ review, notCounted }: Entry) =>
  (review.about?.oddities ?? []).length === 0 && notCounted.length === 0

/**
 * Map and table of a slot's entries, and one decision on all or some in one transaction, with one undo. Each is accepted,
 * returned for a reason of its own, or left open.
 */
export function SlotReview({ shift }: { shift: AssignmentSlotReview }) {
  const { assignment, entries, reasons } = shift
  const t = useTranslations('assignments')
  const review = useTranslations('review')
  const locale = useLocale()
  const router = useRouter()
  const { clock } = useTimes()
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [done, setDone] = useState<{ batches: readonly ReviewBatch[]; refused: number } | null>(null)
  const open = entries.filter(isOpen)
  const choiceOf = (entry: Entry) => chosen.get(entry.id) ?? (isPlain(entry) ? 'approved' : '')
  const choose = (some: readonly Entry[], choice: string) =>
    setChosen(new Map([...chosen, ...some.map(({ id }) => [id, choice] as const)]))
  const returns = reasons.filter(({ decisions }) => decisions.includes('changes_requested'))
  const accepted = open.filter((entry) => choiceOf(entry) === 'approved')
  const returned = open.filter((entry) => !['', 'approved'].includes(choiceOf(entry)))

  async function decide() {
    setBusy(true)
    setProblem(null)
    setDone(null)
    const decided = [...accepted, ...returned]
    let made: NonNullable<typeof done> = { batches: [], refused: 0 }
    // One request decides only so many; what was decided before one that fails stands, and is shown.
    for (let from = 0; from < decided.length; from += MAX_BULK) {
      const result = await tryCall<typeof submitReviewDecisions>('POST /api/review/bulk', {
        body: {
          decision: accepted.length > 0 ? 'approved' : 'changes_requested',
          entries: decided.slice(from, from + MAX_BULK).map((entry) => ({
            entryId: entry.review.id,
            version: entry.review.version,
            ...(choiceOf(entry) !== 'approved' && {
              decision: 'changes_requested' as const,
              reasonCode: choiceOf(entry),
            }),
          })),
        },
        names: entries.map(({ review: { id } }) => id),
        timeoutMs: 60_000,
      })
      if (!result.ok) {
        setProblem(result.problem)
        break
      }
      const { batch, data } = result.reply
      const refused = data.filter((each) => each.problem !== null).length
      made = { batches: [...made.batches, ...(batch ? [batch] : [])], refused: made.refused + refused }
      setDone(made)
    }
    setBusy(false)
    router.refresh()
  }

  const total = (what: 'standing' | 'size') => (done?.batches ?? []).reduce((sum, each) => sum + each[what], 0)
  const [standing, size] = [total('standing'), total('size')]
  const points = entries.flatMap(({ id, capturedAt, place }) => (place ? [{ id, capturedAt, ...place }] : []))
  const [place] = [assignment.place, ...points].filter((each) => each !== null)
  const returnOptions = returns.map(({ code, label }) => (
    <option key={code} value={code}>
      {t('shift.return', { reason: labelIn(label, locale) ?? label.en })}
    </option>
  ))
  return (
    <div className="grid items-start gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <SlotSample
        shift={shift}
        onAccepted={(made) => {
          setDone(made)
          router.refresh()
        }}
      />
      <DataTable<Entry>
        caption={t('entries')}
        rows={entries}
        keyOf={({ id }) => id}
        empty={<p className="text-soft">{t('shift.none')}</p>}
        columns={[
          { label: t('shift.nr'), end: true, cell: (entry) => entries.indexOf(entry) + 1 },
          { label: t('shift.time'), cell: ({ capturedAt }) => clock(capturedAt) },
          {
            label: t('shift.since'),
            end: true,
            cell: (entry) => <Since entry={entry} before={entries[entries.indexOf(entry) - 1]} />,
          },
          {
            label: t('shift.plate'),
            isName: true,
            cell: ({ plate, review: { id } }) => (
              <Link href={`/review/${id}`} className="touch-link whitespace-nowrap">
                {formatPlate(plate)}
              </Link>
            ),
          },
          { label: t('fact.photo'), end: true, cell: ({ photos }) => photos || '–' },
          {
            label: t('shift.away'),
            end: true,
            cell: ({ distanceM }) => (distanceM === null ? '–' : t('shift.metres', { m: distanceM })),
          },
          {
            label: t('shift.flags'),
            cell: ({ review: { about }, notCounted }) => (
              <span className="flex flex-wrap gap-1 text-sm font-semibold text-warn">
                {(about?.oddities ?? []).map((odd) => (
                  <span key={odd} className="rounded-[4px] bg-warn-wash px-1.5 whitespace-nowrap">
                    {review(`flag.${odd}`)}
                  </span>
                ))}
                {notCounted.length > 0 && !notCounted.includes('rejected') && (
                  <span className="whitespace-nowrap">
                    {t('shift.notCounted', { why: notCounted.map((why) => t(notCountedKey(why))).join(', ') })}
                  </span>
                )}
              </span>
            ),
          },
          {
            label: t('shift.decision'),
            cell: (entry) =>
              isOpen(entry) ? (
                <Select
                  aria-label={t('shift.decisionOn', { plate: formatPlate(entry.plate) })}
                  value={choiceOf(entry)}
                  onChange={({ currentTarget }) => choose([entry], currentTarget.value)}
                  className="min-h-touch max-w-56 rounded-control bg-transparent px-1.5 hover:bg-fill lg:min-h-8"
                >
                  {(entry.review.about?.oddities ?? []).length === 0 && (
                    <option value="approved">{t('shift.accept')}</option>
                  )}
                  <option value="">{t('shift.leave')}</option>
                  {returnOptions}
                </Select>
              ) : (
                <span className="text-soft">{review(`state.${entry.review.state}`)}</span>
              ),
          },
        ]}
      />
      {place && <ContextMap place={place} pin={t('where')} incidents={[]} trace={points} />}
      <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-t border-line bg-paper py-3 xl:col-span-2">
        <ProblemNotice problem={problem} />
        {open.length > 0 && (
          <>
            <Button
              variant="main"
              busy={busy}
              disabled={accepted.length + returned.length === 0}
              onClick={() => void decide()}
            >
              {t('shift.decide', { accepted: accepted.length, returned: returned.length })}
            </Button>
            <Select
              aria-label={t('shift.all')}
              value=""
              onChange={({ currentTarget }) => choose(open, currentTarget.value)}
              className="min-h-touch max-w-64 rounded-control bg-fill px-2 lg:min-h-9"
            >
              <option value="" disabled>
                {t('shift.all')}
              </option>
              {returnOptions}
            </Select>
            <span className="text-soft">
              {t('shift.left', { count: open.length - accepted.length - returned.length })}
            </span>
          </>
        )}
        {done && (
          <>
            <p role="status" className="font-semibold">
              {standing < size
                ? review('bulkUndone', { done: standing, undone: size - standing })
                : review('bulkDone', { done: standing, not: done.refused })}
            </p>
            {done.batches.map((each) => (
              <BatchUndo
                key={each.id}
                batch={each}
                onUndone={(batch) => {
                  setDone({ ...done, batches: done.batches.map((old) => (old.id === batch.id ? batch : old)) })
                  router.refresh()
                }}
              />
            ))}
          </>
        )}
      </div>
    </div>
  )
}

const notCountedKey = (why: string) =>
  why === 'repeat'
    ? ('shift.why.repeat' as const)
    : why === 'far_from_place'
      ? ('shift.why.far_from_place' as const)
      : ('shift.why.incomplete' as const)

/** The time since the entry before; long gaps and very short ones stand out. */
function Since({ entry, before }: { entry: Entry; before: Entry | undefined }) {
  const t = useTranslations('assignments')
  if (!before) return '–'
  const ms = Date.parse(entry.capturedAt) - Date.parse(before.capturedAt)
  const isOdd = ms >= GAP_MS.long || ms < GAP_MS.short
  const words =
    ms < 60_000
      ? t('shift.seconds', { count: Math.round(ms / 1000) })
      : t('shift.minutes', { count: Math.round(ms / 60_000) })
  return <span className={isOdd ? 'font-semibold whitespace-nowrap text-warn' : 'whitespace-nowrap'}>{words}</span>
}
