import { expect, test } from 'vitest'
import english from '../../../messages/en.json' with { type: 'json' }
import { codeOf, faultsIn } from './fault-words.ts'
import { faultOf } from './problems.ts'

test('every sentence has one name, and its values', () => {
  const values = ['stops.txt', '7']
  for (const [name, text] of Object.entries(english.faults)) {
    const used = values.slice(0, text.match(/\{[ab]\}/g)?.length ?? 0)
    expect(codeOf(text.replace('{a}', 'stops.txt').replace('{b}', '7'))).toEqual([name, ...used])
  }
  expect(codeOf('is something new')).toEqual([])
})

test('a fault is said in the languages of the city, and one without a name as it was', async () => {
  const at = { file: 'stops.txt', line: 2, column: 'stop_lat' }
  const known = faultOf({ ...at, reason: 'is not between -90 and 90', done: 'left out' }, '91')
  expect(known.reason).toBe('"91" is not between -90 and 90')
  const swahili = await faultsIn('sw')
  expect(swahili(known)).toEqual({ reason: '"91" haiko kati ya -90 na 90', done: 'imeachwa', isEnglish: false })
  expect((await faultsIn('en'))(known)).toMatchObject({ reason: known.reason, done: 'left out' })
  expect(swahili(faultOf({ ...at, reason: 'is new', done: 'read' }))).toEqual({
    reason: 'is new',
    done: 'read',
    isEnglish: true,
  })
})
