import { operations } from '@salama/domain/contract'
import { PEOPLE } from '@salama/local-supabase/people'
import { type Known, type Operation, urlOf } from '../../../apps/api/test/call-operation.ts'
import { api, type Person } from './service.ts'

// What there is in the service, from what its lists answer.

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const IDS_OF_PEOPLE: readonly string[] = Object.values(PEOPLE).map(({ id }) => id)

export const personFor = ({ access }: Operation): Person =>
  typeof access === 'object' && 'role' in access ? (access.role === 'admin' ? 'dalmas' : 'chebet') : 'amina'

const isList = (op: Operation) => op.method === 'get' && !/\{/.test(op.path) && op.name !== 'exportOwnData'

/**
 * Ids by the noun of the list that names them, and every id that was seen but for those of the demo's people: `user` is the
 * account that an admin may suspend here.
 */
export async function knownThings(user?: string): Promise<Known> {
  const byNoun = new Map<string, string[]>()
  for (const op of operations.filter(isList)) {
    const reply = await api.call('GET', urlOf(op, {}, op.examples.query ?? {}), { as: personFor(op) })
    const noun = op.path.split('/').at(-1) ?? ''
    const seen = idsIn(await reply.text()).filter((id) => !IDS_OF_PEOPLE.includes(id))
    byNoun.set(noun, [...new Set([...(byNoun.get(noun) ?? []), ...seen])].slice(0, 8))
  }
  for (const noun of ['users', 'surveyors']) byNoun.set(noun, user === undefined ? [] : [user])
  const of = (noun: string) => byNoun.get(nounsOf(noun).find((each) => byNoun.has(each)) ?? '') ?? []
  return { of, all: [...new Set([...byNoun.values()].flat())] }
}

export const idsIn = (text: string): string[] => [...new Set(text.match(ID) ?? [])]

/** `stopId` and `stop` are of the list `stops`; the entry of a decision is one of the queue. */
function nounsOf(noun: string): string[] {
  const plain = noun.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return [plain, `${plain}s`, ...(plain === 'entry' ? ['review-queue'] : [])]
}
