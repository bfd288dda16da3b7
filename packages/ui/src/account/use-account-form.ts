import { type FormEvent, useEffect, useRef, useState } from 'react'
import { focusFirstWrong } from '../components/focus-on-mount.ts'
import { actionOf, codeOf, type Failure, type FormAction, sendForm } from './requests.ts'

export type FieldProblem = 'missing' | 'notEmail' | 'tooShort' | 'tooLong' | 'wrongLength' | 'notCode'
type Wrong = Partial<Record<string, FieldProblem>>

type Rejected = { code: string; paths: string[] } | null

/**
 * A form that leads into an account. It is a plain form, which works before and without scripts. With them it validates
 * its fields with our messages instead of the browser's, focuses the first invalid field, prevents double submission, and
 * never loses what was typed (the inputs are uncontrolled). `rejected`: why it was, when it was sent without scripts.
 */
export function useAccountForm(rejected: Rejected) {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState<FormAction | null>(null)
  const [wrong, setWrong] = useState(() => wrongBy(rejected))
  const [problem, setProblem] = useState(() => problemBy(rejected))

  useEffect(() => {
    if (Object.keys(wrong).length === 0) return
    focusFirstWrong(form.current)
  }, [wrong])

  useEffect(() => {
    // "Back" may show this page as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setBusy(null)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const sent = event.currentTarget
    const submitter = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
    const action = actionOf(submitter?.getAttribute('formaction') ?? sent.getAttribute('action'))
    if (!action) return
    const found = wrongFieldsOf(sent, submitter?.hasAttribute('formnovalidate') ? ['email'] : undefined)
    // Messages stay until the answer: without them the button would move away under a second tap.
    if (Object.keys(found).length > 0) return setWrong(found)
    setBusy(action)
    const outcome = await sendForm(action, valuesOf(sent))
    if (typeof outcome === 'string') return leaveFor(outcome)
    setWrong({})
    setProblem(outcome)
    setBusy(null)
  }

  return { busy, problem, wrong, props: { ref: form, onSubmit, noValidate: true, method: 'post' as const } }
}

/** "Back" leads from the code to the address, and never to a step that is over. */
const leaveFor = (url: string) =>
  url.includes('step=code') ? window.location.assign(url) : window.location.replace(url)

export const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))

const REJECTED: Record<string, FieldProblem> = { email: 'notEmail', code: 'notCode', password: 'wrongLength' }

const wrongBy = (rejected: Rejected): Wrong =>
  rejected?.code === 'invalid_request'
    ? Object.fromEntries(rejected.paths.flatMap((path) => (REJECTED[path] ? [[path, REJECTED[path]]] : [])))
    : {}

const problemBy = (rejected: Rejected): Failure | null =>
  rejected && Object.keys(wrongBy(rejected)).length === 0 ? { code: codeOf(rejected.code), retryAfterS: null } : null

/** `only`: the fields that matter to the pressed button; all by default. */
function wrongFieldsOf(form: HTMLFormElement, only?: string[]): Wrong {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement)
  return Object.fromEntries(
    inputs
      .filter(({ name }) => only?.includes(name) ?? true)
      .flatMap((input): [string, FieldProblem][] => {
        const problem = wrongWith(input)
        return problem ? [[input.name, problem]] : []
      }),
  )
}

/** A letter with an accent has two bytes, an emoji four or more. */
const bytesOf = (text: string) => new TextEncoder().encode(text).length

function wrongWith({ value, validity, minLength, maxLength }: HTMLInputElement): FieldProblem | null {
  if (validity.valueMissing) return 'missing'
  if (validity.typeMismatch) return 'notEmail'
  if (validity.patternMismatch) return 'notCode'
  // The browser counts only what the user typed into the field, not what it filled in itself.
  if (minLength > 0 && value.length < minLength) return 'tooShort'
  if (maxLength > 0 && bytesOf(value) > maxLength) return 'tooLong'
  return null
}
