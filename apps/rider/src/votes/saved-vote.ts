import type { Vote } from '@salama/domain/incidents/contract'

// A vote that waits in this tab while its rider signs in, so that it then counts as theirs. In storage and not in the
// URL: a link must not be able to vote.

const KEY = 'salama-rider.vote'
const VOTES: readonly string[] = ['confirm', 'deny', 'over'] satisfies Vote[]
const isVote = (text: string): text is Vote => VOTES.includes(text)

export function saveVote(id: string, vote: Vote): void {
  try {
    sessionStorage.setItem(KEY, `${id} ${vote}`)
  } catch {
    // Storage is blocked: the phone's vote remains.
  }
}

/** Returns the vote that waits for this incident, once. */
export function removeSavedVote(id: string): Vote | null {
  try {
    const [savedId, vote = ''] = sessionStorage.getItem(KEY)?.split(' ') ?? []
    if (savedId !== id) return null
    sessionStorage.removeItem(KEY)
    return isVote(vote) ? vote : null
  } catch {
    return null
  }
}
