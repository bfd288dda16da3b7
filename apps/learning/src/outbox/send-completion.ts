import { currentAccount } from '@salama/outbox/account.ts'
import { localeOf } from '@salama/ui/i18n/locales.ts'
import { completionOutbox } from './completion-outbox.ts'
import type { Mark } from './content.ts'

/** How long a page waits for the response before it continues without it. */
export const SOON_MS = 2_500

/**
 * Saves a completion on this phone and sends it. Resolves when it is saved; `arrived` resolves after the first attempt.
 * @throws when storage fails or nobody is signed in
 */
export async function sendCompletion(mark: Mark, title: string): Promise<{ id: string; arrived: Promise<void> }> {
  const account = await currentAccount()
  if (account === null) throw new Error('Nobody is signed in, so there is nobody whose progress it could be')
  const isQuiz = mark.quizAnswers !== null
  // A lesson has one item id, so that repeats are idempotent; every quiz attempt has its own.
  const id = isQuiz ? crypto.randomUUID() : `${account}/${mark.moduleId}/${mark.item}`
  const locale = localeOf(document.documentElement.lang)
  await completionOutbox.put(id, { ...mark, title, locale, isQuiz, account })
  return { id, arrived: completionOutbox.flush({ eager: true }) }
}
