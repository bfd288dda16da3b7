import { getIncident } from '@salama/domain/incidents'
import type { Direction } from '@salama/domain/network/contract'
import { expect, test } from 'vitest'
import { partsOf } from './parts.ts'

const incident = getIncident.operation.examples.reply
const stage = (name: string, isMain = false, lat = 0): Direction['stages'][number] => ({
  id: crypto.randomUUID(),
  name,
  place: { lat, lng: 0 },
  isMain,
})
/** The line in short: names, `!` for what is reported, a number for folded stages. */
const shown = (names: string, afters: number[] = []) =>
  partsOf({
    stages: [...names].map((name) => stage(name, name !== name.toLowerCase())),
    live: afters.map((after) => ({ after, incident })),
  })
    .map((part) => (part.kind === 'live' ? '!' : part.kind === 'stage' ? part.stage.name : part.stages.length))
    .join('')

test.each([
  ['ab', [], 'ab'],
  ['abcd', [], 'abcd'],
  ['abcde', [], 'a3e'],
  ['abcDefgh', [], 'abcD3h'],
  ['abcdefgh', [4], 'abcd!efgh'],
  ['abcdefghijk', [0, 5, 11], '!a3e!f4k!'],
  ['abcdefghijk', [1, 1], 'a!!b8k'],
  ['', [], ''],
])('shows %s with reports after %j as %s', (names, afters, line) => expect(shown(names, afters)).toBe(line))

test('stages beside each other that are called alike are one; those apart are two', () => {
  const stages = [stage('Koja'), stage('Koja Stage', true, 0.001), stage('Kojana'), stage('Koja', true, 0.01)]
  const parts = partsOf({ stages, live: [{ after: 2, incident }] })
  expect(parts.map((part) => (part.kind === 'stage' ? part.stage.name : part.kind))).toEqual([
    'Koja',
    'live',
    'Kojana',
    'Koja',
  ])
})
