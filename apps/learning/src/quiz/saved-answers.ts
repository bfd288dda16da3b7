import { currentAccount, remembered } from '@salama/outbox/account.ts'
import { ANSWER_FIELD } from './answers.ts'

// What is filled in in a quiz and not sent yet: for this tab and this account alone, so that another language, a page that
// is loaded anew, a session that ended or a way back to the lessons loses nothing. A quiz of another version may ask
// something else. Where nobody is known, or the browser keeps nothing, there still is the form.

type Quiz = { moduleId: string; courseVersion: number }
/** By the names of the fields. */
type Fields = Record<string, string[]>

/** Does something with what is kept under a key. Never throws. */
async function withKey({ moduleId, courseVersion }: Quiz, work: (key: string) => void): Promise<void> {
  try {
    // The first page after signing in has not been told yet who is here.
    const account = remembered() ?? (await currentAccount())
    if (account !== null) work(`salama-learning.quiz.${account}.${moduleId}.${courseVersion}`)
  } catch {
    // Then what is filled in is in the form alone.
  }
}

const isFilled = ([name, value]: [string, FormDataEntryValue]): boolean => ANSWER_FIELD.test(name) && value !== ''

/** What of a quiz is filled in. */
function fieldsIn(form: HTMLFormElement): Fields {
  const filled = new FormData(form)
  const names = new Set([...filled].filter(isFilled).map(([name]) => name))
  return Object.fromEntries([...names].map((name) => [name, filled.getAll(name).map(String)]))
}

function read(key: string): Fields {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    const fields = typeof saved === 'object' && saved !== null ? Object.entries(saved) : []
    return Object.fromEntries(fields.filter(([, values]) => Array.isArray(values)))
  } catch {
    return {}
  }
}

const save = (key: string, fields: Fields) => sessionStorage.setItem(key, JSON.stringify(fields))

export const saveAnswers = (quiz: Quiz, form: HTMLFormElement) => withKey(quiz, (key) => save(key, fieldsIn(form)))

export const clearAnswers = (quiz: Quiz) => withKey(quiz, (key) => sessionStorage.removeItem(key))

/**
 * For a form that has just appeared: fills in what was kept, and keeps what somebody filled in before there was a script.
 * `arrivedAt`: when the try arrived that the plain form has just sent, or null. What was kept of that one is forgotten, but
 * once: its page can be loaded again, and holds another try by then.
 */
export const resumeAnswers = (quiz: Quiz, form: HTMLFormElement, arrivedAt: string | null) =>
  withKey(quiz, (key) => {
    const lastKey = `${key}.arrived`
    if (arrivedAt !== null && sessionStorage.getItem(lastKey) !== arrivedAt) {
      sessionStorage.removeItem(key)
      return sessionStorage.setItem(lastKey, arrivedAt)
    }
    fillIn(form, read(key))
    const there = fieldsIn(form)
    if (Object.keys(there).length > 0) save(key, there)
  })

/** What the form has already stays. */
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
