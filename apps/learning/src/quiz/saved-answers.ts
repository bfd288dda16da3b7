import { tabStore } from '@salama/http/device-storage'
import { currentAccount, remembered } from '@salama/outbox/account.ts'
import { ANSWER_FIELD } from './answers.ts'
import type { Result } from './feedback.tsx'

// The unsent input of a quiz, saved per tab and account: a language switch, a reload, an expired session or a look at
// the lessons loses nothing. Other versions may have other questions. Without storage only the form has it.

type Quiz = { moduleId: string; courseVersion: number }
/** The input by field name. */
type Fields = Record<string, string[]>

/** Reads or updates the value of a key. Never throws. */
async function withKey({ moduleId, courseVersion }: Quiz, work: (key: string) => void): Promise<void> {
  try {
    // The first page after sign-in does not know the account yet.
    const account = remembered() ?? (await currentAccount()) ?? 'nobody'
    work(`salama-learning.quiz.${account}.${moduleId}.${courseVersion}`)
  } catch {
    // Storage is unavailable: the input is only in the form.
  }
}

const isFilled = ([name, value]: [string, FormDataEntryValue]): boolean => ANSWER_FIELD.test(name) && value !== ''

function fieldsIn(form: HTMLFormElement): Fields {
  const filled = new FormData(form)
  const names = new Set([...filled].filter(isFilled).map(([name]) => name))
  return Object.fromEntries([...names].map((name) => [name, filled.getAll(name).map(String)]))
}

function read(key: string): Fields {
  try {
    const saved: unknown = JSON.parse(tabStore.getItem(key) ?? '{}')
    const fields = typeof saved === 'object' && saved !== null ? Object.entries(saved) : []
    return Object.fromEntries(fields.filter(([, values]) => Array.isArray(values)))
  } catch {
    return {}
  }
}

const save = (key: string, fields: Fields) => tabStore.setItem(key, JSON.stringify(fields))

export const saveAnswers = (quiz: Quiz, form: HTMLFormElement) => withKey(quiz, (key) => save(key, fieldsIn(form)))

export const clearAnswers = (quiz: Quiz) => withKey(quiz, (key) => tabStore.removeItem(key))

/**
 * For a newly mounted form: restores the saved input, and saves what was entered before hydration. `arrivedAt`: when
 * the attempt was received that the plain form has just posted, or null. That attempt's input is deleted once only:
 * after a reload the page may hold another attempt.
 */
export const resumeAnswers = (quiz: Quiz, form: HTMLFormElement, arrivedAt: string | null) =>
  withKey(quiz, (key) => {
    const lastKey = `${key}.arrived`
    if (arrivedAt !== null && tabStore.getItem(lastKey) !== arrivedAt) {
      tabStore.removeItem(key)
      return tabStore.setItem(lastKey, arrivedAt)
    }
    fillIn(form, read(key))
    const there = fieldsIn(form)
    if (Object.keys(there).length > 0) save(key, there)
  })

/** Existing input in the form has priority. */
function fillIn(form: HTMLFormElement, saved: Fields): void {
  const there = fieldsIn(form)
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
    const values = field.name in there ? undefined : saved[field.name]
    if (!values || !ANSWER_FIELD.test(field.name)) continue
    if (field instanceof HTMLSelectElement) field.value = values[0] ?? ''
    else field.checked = values.includes(field.value)
  }
}

// The feedback that this tab has shown in attempts that are not finished. The Back button shows a page as it was first
// loaded: without this, somebody who looks into a lesson would come back to the first question. A reload asks the server.

type RunningQuiz = Quiz & { mode: string; attempts: number }

const shown = new Map<string, readonly Result[]>()
const keyOf = ({ moduleId, courseVersion, mode, attempts }: RunningQuiz) =>
  [moduleId, courseVersion, mode, attempts].join('/')

/** The feedback from the server, with what came since. */
export const resumeFeedback = (quiz: RunningQuiz, answered: readonly Result[]): readonly Result[] => {
  const known = shown.get(keyOf(quiz)) ?? []
  return [...answered, ...known.filter(({ key }) => !answered.some((each) => each.key === key))]
}

export const keepFeedback = (quiz: RunningQuiz, results: readonly Result[]): void => {
  shown.set(keyOf(quiz), resumeFeedback(quiz, results))
}

export const dropFeedback = (quiz: RunningQuiz): void => {
  shown.delete(keyOf(quiz))
}
