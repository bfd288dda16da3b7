'use client'

import type { Incident, Vote } from '@salama/domain/incidents/contract'
import { CATEGORIES, type ErrorSlug } from '@salama/domain/shared'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import type { LucideIcon } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { castVote, useOwnVote, voteProblem } from './own-votes.ts'

const VOTES = ['confirm', 'over', 'deny'] as const

/** A second tap within this time is a double tap: it must not withdraw the vote that the first one cast. */
const DOUBLE_TAP_MS = 700

/** A road block is still there or gone; a theft was seen or is not true. */
export const voteKind = ({ category }: Pick<Incident, 'category'>) =>
  CATEGORIES[category].group === 'road' ? 'place' : 'event'

/**
 * One tap votes on a live incident, with or without an account; the same button again withdraws the vote. Before the
 * page's script responds it is a plain form, whose answer is the incident's page. `mine`: the vote as the server rendered
 * it; else it is loaded. `refused`: why that form was. `icons`: for large buttons.
 */
export function VoteButtons({
  incident,
  mine,
  refused,
  icons,
  onVoted,
}: {
  incident: Pick<Incident, 'id' | 'category'>
  mine?: Vote | null
  refused?: ErrorSlug | undefined
  icons?: Record<Vote, LucideIcon>
  onVoted?: () => void
}) {
  const t = useTranslations('votes')
  const locale = useLocale()
  const vote = useOwnVote(incident.id, mine)
  const [status, setStatus] = useState<'voted' | 'removed' | null>(null)
  const [problem, setProblem] = useState(refused ? voteProblem(refused) : null)
  const pressedMs = useRef(Number.NEGATIVE_INFINITY)
  const kind = voteKind(incident)

  async function press(wanted: Vote | null, atMs: number) {
    if (wanted === null && atMs - pressedMs.current < DOUBLE_TAP_MS) return
    pressedMs.current = atMs
    const failed = await castVote(incident.id, wanted)
    setProblem(failed)
    setStatus(failed ? null : wanted ? 'voted' : 'removed')
    if (failed) return
    onVoted?.()
  }

  return (
    <form
      method="post"
      action={`/vote/${incident.id}?locale=${locale}`}
      className={cx('flex gap-2', icons ? 'flex-col-reverse' : 'flex-col')}
    >
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t(`${kind}.title`)}</legend>
        {VOTES.map((each) => (
          <button
            key={each}
            type="submit"
            name="vote"
            value={vote === each ? '' : each}
            aria-pressed={vote === each}
            onClick={(event) => {
              event.preventDefault()
              press(vote === each ? null : each, event.timeStamp)
            }}
            className={cx('vote-button', icons ? 'min-h-20 flex-col px-1.5 py-2' : 'min-h-touch px-2 text-sm')}
          >
            {icons && <Icon as={icons[each]} className="text-xl" />}
            {t(`${kind}.${each}`)}
          </button>
        ))}
      </fieldset>
      <p role="status" className={status ? 'text-sm text-soft' : 'sr-only'}>
        {status === 'removed' && t('removed')}
        {status === 'voted' && vote && t('voted', { answer: t(`${kind}.${vote}`) })}
      </p>
      {problem && (
        <Notice tone={problem === 'network' ? 'warn' : 'danger'} announce="assertive">
          <p>{t(`problem.${problem}`)}</p>
        </Notice>
      )}
    </form>
  )
}
