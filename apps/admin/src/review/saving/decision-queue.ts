import type { ReviewEntry, ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { REVIEW_KINDS } from '@salama/domain/shared'
import { type CallResult, isTemporary, needsSignIn, type Problem } from '@salama/http/call'
import { type QueueFilter, readFilter } from '../filter.ts'
import type { Decision } from '../use-entry.ts'

/** A decision that the server has not acknowledged. */
export type Unsaved = {
  entryId: string
  version: number
  kind: ReviewEntry['kind']
  decision: Decision
  /** The view in which it was made, for the links back to it. */
  filter: QueueFilter
  /** The entry as the reviewer saw it; not kept across a reload. */
  shown?: ReviewEntryDetail | undefined
  /** How often there was no usable response, so that it may have been saved. */
  attempts: number
  /** The reviewer took it back while it was being sent: once it is saved, the page offers to undo it. */
  isUndone: boolean
}

/** One that was refused; what was typed is still in its draft. */
export type Failed = Unsaved & { problem: Problem }

export type QueueState = {
  unsaved: readonly Unsaved[]
  failed: readonly Failed[]
  /** Why nothing is sent now. */
  pause: Problem | null
  /** How many were saved since there was nothing to save. */
  saved: number
  lastSaved: Unsaved | null
  /** The version of each decided entry: until the server says otherwise it is not open any more. */
  decided: ReadonlyMap<string, number>
}

export const EMPTY: QueueState = {
  unsaved: [],
  failed: [],
  pause: null,
  saved: 0,
  lastSaved: null,
  decided: new Map(),
}

const MAX_IN_FLIGHT = 3
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]
/** After so many errors of the server for one decision, the next ones are not held up by it. */
const MAX_ERRORS = 4

/** Failures that the reviewer resolves by signing in, in another tab. */
export const needsProof = (code: string) => needsSignIn(code) || code === 'second_factor_required'

type Options = {
  send: (unsaved: Unsaved) => Promise<CallResult<ReviewEntry>>
  onSaved: (saved: Unsaved, entry: ReviewEntry) => void
  onFailed: (failed: Failed) => void
  /** Where decisions survive a reload; null where there is no storage. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
  key: string
}

/**
 * Saves decisions while the reviewer reads on, a few at a time, in order. A network failure pauses all and is retried;
 * a refusal concerns its own decision. Repeats are safe: the server answers them with the first result.
 */
export class DecisionQueue {
  readonly #options: Options
  readonly #listeners = new Set<() => void>()
  readonly #sending = new Set<string>()
  #state = EMPTY
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  getState = (): QueueState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  add(input: Omit<Unsaved, 'attempts' | 'isUndone'>): void {
    const { unsaved, failed, saved, decided } = this.#state
    if (unsaved.some(({ entryId }) => entryId === input.entryId)) return
    this.#change({
      unsaved: [...unsaved, { ...input, attempts: 0, isUndone: false }],
      failed: failed.filter(({ entryId }) => entryId !== input.entryId),
      saved: unsaved.length === 0 ? 0 : saved,
      decided: new Map(decided).set(input.entryId, input.version),
    })
    this.#pump()
  }

  /** Takes a decision back: at once while it has not been sent, otherwise once it is saved. */
  undo(entryId: string): 'removed' | 'later' {
    const found = this.#state.unsaved.find((each) => each.entryId === entryId)
    if (!found || (found.attempts === 0 && !this.#sending.has(entryId))) {
      this.#drop(entryId)
      return 'removed'
    }
    this.#update({ ...found, isUndone: true })
    return 'later'
  }

  /** Sends what is unsaved now, without waiting for the next attempt. */
  retry(): void {
    clearTimeout(this.#timer)
    if (this.#state.pause) this.#change({ pause: null })
    this.#pump()
  }

  dismiss(entryId: string): void {
    this.#change({ failed: this.#state.failed.filter((each) => each.entryId !== entryId) })
  }

  /** Takes up what a reload of the page interrupted. */
  restore(): void {
    const { unsaved, failed } = read(this.#options)
    const isNew = ({ entryId }: Unsaved) => !this.#state.unsaved.some((each) => each.entryId === entryId)
    const found = unsaved.filter(isNew)
    if (found.length + failed.length === 0) return
    this.#change({
      unsaved: [...found, ...this.#state.unsaved],
      failed: [...failed, ...this.#state.failed],
      decided: new Map([...this.#state.decided, ...found.map((each) => [each.entryId, each.version] as const)]),
    })
    this.#pump()
  }

  #pump(): void {
    if (this.#state.pause) return
    for (const each of this.#state.unsaved) {
      if (this.#sending.size >= MAX_IN_FLIGHT) return
      if (!this.#sending.has(each.entryId)) void this.#send(each)
    }
  }

  async #send(sent: Unsaved): Promise<void> {
    this.#sending.add(sent.entryId)
    const result = await this.#options.send(sent)
    this.#sending.delete(sent.entryId)
    const current = this.#state.unsaved.find(({ entryId }) => entryId === sent.entryId) ?? sent
    if (result.ok) this.#save(current, result.reply)
    else if (needsProof(result.problem.code)) this.#change({ pause: result.problem })
    else if (isTemporary(result.problem.code)) this.#postpone(current, result.problem)
    else this.#fail(current, result.problem)
    this.#pump()
  }

  #save(saved: Unsaved, entry: ReviewEntry): void {
    this.#failures = 0
    const unsaved = this.#state.unsaved.filter(({ entryId }) => entryId !== saved.entryId)
    this.#change({ unsaved, saved: this.#state.saved + 1, lastSaved: saved })
    this.#options.onSaved(saved, entry)
  }

  #postpone(current: Unsaved, problem: Problem): void {
    const next = { ...current, attempts: current.attempts + 1 }
    if (problem.code === 'internal' && next.attempts >= MAX_ERRORS) {
      this.#fail(next, problem)
      return
    }
    const backoffMs = problem.retryAfterS ? problem.retryAfterS * 1000 : (BACKOFF_MS[this.#failures] ?? 30_000)
    this.#failures += 1
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.retry(), backoffMs)
    this.#update(next)
    this.#change({ pause: problem })
  }

  #fail(current: Unsaved, problem: Problem): void {
    const failed = { ...current, problem }
    this.#drop(current.entryId)
    this.#change({ failed: [...this.#state.failed, failed] })
    this.#options.onFailed(failed)
  }

  #drop(entryId: string): void {
    const decided = new Map(this.#state.decided)
    decided.delete(entryId)
    this.#change({ unsaved: this.#state.unsaved.filter((each) => each.entryId !== entryId), decided })
  }

  #update(next: Unsaved): void {
    this.#change({ unsaved: this.#state.unsaved.map((each) => (each.entryId === next.entryId ? next : each)) })
  }

  #change(part: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...part }
    write(this.#options, this.#state)
    for (const listener of this.#listeners) listener()
  }
}

// What survives a reload. The decision itself was checked by its form, and the server checks it again.
type Stored = Omit<Unsaved, 'attempts' | 'isUndone' | 'shown'>

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isDecision = (value: unknown): value is Decision => isObject(value)
const isProblem = (value: unknown): value is Problem => isObject(value) && 'code' in value
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** @throws where it is anything else */
function readStored(value: unknown): Stored {
  const { entryId, version, kind, decision, filter } = isObject(value) ? value : {}
  const known = REVIEW_KINDS.find((each) => each === kind)
  if (
    typeof entryId !== 'string' ||
    typeof version !== 'number' ||
    !known ||
    !isDecision(decision) ||
    !isObject(filter)
  )
    throw new Error('Not a stored decision')
  return { entryId, version, kind: known, decision, filter: readFilter(filter) }
}

function readFailure(value: unknown): Stored & { problem: Problem } {
  const problem = isObject(value) ? value.problem : undefined
  if (!isProblem(problem)) throw new Error('Not a stored failure')
  return { ...readStored(value), problem }
}

function read({ storage, key }: Options): Pick<QueueState, 'unsaved' | 'failed'> {
  try {
    const { unsaved, failed } = Object(JSON.parse(storage?.getItem(key) ?? ''))
    // It may have been sent before the reload.
    const again = <T extends Stored>(each: T) => ({ ...each, attempts: 1, isUndone: false })
    return { unsaved: listIn(unsaved).map(readStored).map(again), failed: listIn(failed).map(readFailure).map(again) }
  } catch {
    return { unsaved: [], failed: [] } // nothing stored, or storage is unavailable
  }
}

function write({ storage, key }: Options, { unsaved, failed }: QueueState): void {
  try {
    if (unsaved.length + failed.length === 0) storage?.removeItem(key)
    else
      storage?.setItem(
        key,
        JSON.stringify({ unsaved, failed }, (name, value) => (name === 'shown' ? undefined : value)),
      )
  } catch {
    // Storage is full or blocked: leaving the page still warns.
  }
}
