import { currentAccount } from '@salama/outbox/account.ts'
import { LOCALES } from '@salama/ui/i18n/locales.ts'
import { completionOutbox } from './completion-outbox.ts'
import type { Mark } from './content.ts'

/** For so long a page waits for the server's word before it goes on without it. */
export const SOON_MS = 2_500

/**
 * Keeps a mark on this phone and sends it. Resolves when it is kept; `arrived` when the first attempt has ended.
 *
 * @throws when this phone keeps nothing, or nobody is signed in
 */
export async function sendCompletion(mark: Mark, title: string): Promise<{ id: string; arrived: Promise<void> }> {
  const account = await currentAccount()
  if (account === null) throw new Error('Nobody is signed in, so there is nobody whose progress it could be')
  const isQuiz = mark.quizAnswers !== null
  // The same lesson again is the same mark; every try at a quiz is one of its own.
  const id = isQuiz ? crypto.randomUUID() : `${account}/${mark.moduleId}/${mark.item}`
  const locale = LOCALES.find((each) => each === document.documentElement.lang) ?? 'en'
  await completionOutbox.put(id, { ...mark, title, locale, isQuiz, account })
  return { id, arrived: completionOutbox.flush({ eager: true }) }
}
