import { operations } from '@salama/domain/contract'
import { callOperation, endsTheCaller, type Operation } from '../../../apps/api/test/call-operation.ts'
import { CALLERS, type CallerName, credentials, verdict } from '../../../apps/api/test/callers.ts'
import { expired } from './forge.ts'
import { type Attack, api, newRider } from './service.ts'
import { knownThings } from './things.ts'

// Every operation of the document by every kind of caller. Whoever is refused must be refused with the right reason, and
// whoever is allowed with no reason of access.

const refusals = new Set(
  operations
    .flatMap((op) => CALLERS.map((caller) => verdict(op, caller)))
    .flatMap((it) => (it === 'allowed' ? [] : [it[1]])),
)

/** Those who may change things come last, so that all others are asked about the service as it was. */
const isChange = (op: Operation, caller: CallerName) => Number(op.method !== 'get' && verdict(op, caller) === 'allowed')

export const accessMatrix: Attack = async (_seed, tick) => {
  const known = await knownThings((await newRider()).id)
  const send = await credentials(api, expired())
  const pairs = operations
    .flatMap((op) => CALLERS.map((caller) => ({ op, caller })))
    .filter(({ op, caller }) => !(endsTheCaller(op) && verdict(op, caller) === 'allowed'))
    .toSorted((a, b) => isChange(a.op, a.caller) - isChange(b.op, b.caller))
  const findings: string[] = []
  for (const { op, caller } of pairs) {
    const response = await callOperation(api, op, known, send(op, caller))
    const text = await response.text()
    const code = response.ok ? 'success' : codeOf(text)
    const wanted = verdict(op, caller)
    const isRight =
      wanted === 'allowed'
        ? !refusals.has(code) && response.status < 500
        : response.status === wanted[0] && code === wanted[1]
    if (!isRight) findings.push(`${op.name} by ${caller}: ${response.status} ${code} instead of ${wanted}`)
    tick()
  }
  return { tries: pairs.length, findings }
}

export function codeOf(text: string): string {
  try {
    return String(JSON.parse(text).code)
  } catch {
    return text.slice(0, 80)
  }
}
