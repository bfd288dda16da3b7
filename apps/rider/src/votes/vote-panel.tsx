'use client'

import type { Incident, Vote } from '@salama/domain/incidents/contract'
import type { ErrorSlug } from '@salama/domain/shared'
import { tabStore } from '@salama/http/device-storage'
import { Dock } from '@salama/ui/components/dock.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { CircleCheckBig, CircleSlash, Eye } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useTransition } from 'react'
import { readStored, writeStored } from '@/stored.ts'
import { TextLink } from '@/text-link.tsx'
import { castVote, useOwnVote } from './own-votes.ts'
import { VoteButtons, voteKind } from './vote-buttons.tsx'

const ICONS = { confirm: Eye, deny: CircleSlash, over: CircleCheckBig }

/** The vote on an incident's own page. What is said of it comes above the buttons, which stay under a second tap. */
export function VotePanel({
  incident,
  mine,
  refused,
  signedIn,
}: {
  incident: Pick<Incident, 'id' | 'category'>
  mine: Vote | null
  refused: ErrorSlug | undefined
  signedIn: boolean
}) {
  const t = useTranslations('votes')
  const locale = useLocale()
  const router = useRouter()
  const [, startRefresh] = useTransition()
  const { id } = incident
  const vote = useOwnVote(id, mine)
  const refresh = () => startRefresh(() => router.refresh()) // the counts below may have changed

  const castSaved = useEffectEvent(async () => {
    const saved = signedIn ? removeSavedVote(id) : null
    if (saved && !(await castVote(id, saved))) refresh()
  })
  useEffect(() => {
    castSaved()
  }, [])

  return (
    <Dock follows>
      <section aria-labelledby="votes" className="flex flex-col gap-2">
        <h2 id="votes" className="font-semibold">
          {t(`${voteKind(incident)}.title`)}
        </h2>
        {vote && !signedIn && (
          <p className="text-sm text-soft">
            {t('private')} {t('weight')}{' '}
            <TextLink
              href={{ pathname: '/sign-in', query: { callbackUrl: `/${locale}/incidents/${id}#votes` } }}
              onClick={() => saveVote(id, vote)}
            >
              {t('signIn')}
            </TextLink>
          </p>
        )}
        <VoteButtons incident={incident} mine={mine} refused={refused} icons={ICONS} onVoted={refresh} />
      </section>
    </Dock>
  )
}

// A vote that waits in this tab while its rider signs in, so that it then counts as theirs. In storage and not in the
// URL: a link must not be able to vote. Where storage is blocked, the phone's vote remains.

const KEY = 'salama-rider.vote'
const VOTES: readonly unknown[] = ['confirm', 'deny', 'over'] satisfies Vote[]
const isVote = (value: unknown): value is Vote => VOTES.includes(value)
const store = () => tabStore

const saveVote = (id: string, vote: Vote) => writeStored(store, KEY, { id, vote })

/** Returns the vote that waits for this incident, once. */
function removeSavedVote(id: string): Vote | null {
  const saved = Object(readStored(store, KEY))
  if (saved.id !== id) return null
  writeStored(store, KEY, null)
  return isVote(saved.vote) ? saved.vote : null
}
