import type { AssignmentSlotReview, acceptSampledSlot } from '@salama/domain/assignments/slot-review-contract'
import type { ReplyOf } from '@salama/domain/shared'
import { type Problem, tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { TextInput, Tick } from '@salama/ui/components/controls.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { ProblemNotice } from '@/parts/problem-notice.tsx'

/** The smallest sample, unless there are fewer entries; api.accept_sampled_slot has the same number. */
const LEAST = 5

/**
 * Offers to accept what is plain in a slot by a sample, where the surveyor's last hundred were good. Who decides chooses
 * how many, not which. The rest goes with the sample only once all of it was found good.
 */
export function SlotSample({
  shift: { assignment, n, sampling, entries },
  onAccepted,
}: {
  shift: AssignmentSlotReview
  onAccepted: (made: ReplyOf<typeof acceptSampledSlot>) => void
}) {
  const t = useTranslations('assignments')
  const sizeId = useId()
  const all = sampling.entries
  const least = Math.min(LEAST, all.length)
  const [wanted, setWanted] = useState(Math.max(LEAST, Math.ceil(all.length / 10)).toString())
  const [good, setGood] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const size = Math.min(all.length, Math.max(least, Math.trunc(Number(wanted)) || 0))
  const sample = all.slice(0, size).flatMap((id) => entries.filter(({ review }) => review.id === id))
  const isGood = sample.length > 0 && sample.every(({ review }) => good.has(review.id))
  const heldOut = entries.filter(({ review }) => review.decidedAt === null && !all.includes(review.id))

  async function accept() {
    setBusy(true)
    setProblem(null)
    const result = await tryCall<typeof acceptSampledSlot>('POST /api/assignments/{id}/slots/{n}/accept-sampled', {
      params: { id: assignment.id, n },
      body: { looked: sample.map(({ review }) => review.id) },
      timeoutMs: 60_000,
    })
    setBusy(false)
    if (result.ok) onAccepted(result.reply)
    else setProblem(result.problem)
  }

  return (
    <section aria-labelledby="sample" className="flex flex-col gap-2 rounded-control bg-fill p-3 xl:col-span-2">
      <h2 id="sample" className="font-semibold">
        {t('sample.title')}
      </h2>
      <p className="max-w-prose">{t('sample.rule', { good: sampling.good, decided: sampling.decided })}</p>
      {all.length === 0 ? (
        <p className="text-soft">{t(sampling.failed ? 'sample.failed' : 'sample.not')}</p>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <label htmlFor={sizeId}>{t('sample.size', { count: all.length })}</label>
            <span className="w-20">
              <TextInput
                id={sizeId}
                type="number"
                min={least}
                max={all.length}
                value={wanted}
                onChange={({ currentTarget }) => setWanted(currentTarget.value)}
              />
            </span>
          </p>
          <ul className="flex flex-wrap gap-x-6">
            {sample.map(({ plate, review: { id } }) => (
              <li key={id} className="flex min-h-touch items-center gap-2 lg:min-h-9">
                <Link href={`/review/${id}`} target="_blank" className="touch-link whitespace-nowrap">
                  {formatPlate(plate)}
                </Link>
                <label className="flex items-center gap-1.5">
                  <Tick
                    type="checkbox"
                    checked={good.has(id)}
                    onChange={() =>
                      setGood(good.has(id) ? new Set([...good].filter((e) => e !== id)) : new Set([...good, id]))
                    }
                  />
                  {t('sample.good')} <span className="sr-only">{formatPlate(plate)}</span>
                </label>
              </li>
            ))}
          </ul>
          {heldOut.length > 0 && (
            <p className="text-warn">
              {t('sample.heldOut', {
                count: heldOut.length,
                plates: heldOut.map(({ plate }) => formatPlate(plate)).join(', '),
              })}
            </p>
          )}
          <ProblemNotice problem={problem} />
          <Button className="self-start" busy={busy} disabled={!isGood} onClick={() => void accept()}>
            {t('sample.accept', { sample: sample.length, rest: all.length - sample.length })}
          </Button>
        </>
      )}
    </section>
  )
}
