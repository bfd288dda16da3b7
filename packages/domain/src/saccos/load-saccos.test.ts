import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { neededCityFile } from '../machinery/city-files.ts'
import { ContentError } from '../machinery/markdown-file.ts'
import { loadSaccos, readRegister } from './files/index.ts'
import { KIFARU, TAUSI, useGroups } from './test/groups.ts'

const city = useGroups()
const { as, merge, get, pairs, groupsOf, slugOf } = city

test('loads the register, and changes nothing when loaded again', async () => {
  const rpc = (fn: string, args: Record<string, unknown>) => city.db.as('operator_server').rpc(fn, args)
  expect(await loadSaccos({ rpc })).toEqual({ added: 226, matched: 0, renamed: 0, unchanged: 0 })
  expect(await loadSaccos({ rpc })).toEqual({ added: 0, matched: 0, renamed: 0, unchanged: 226 })
  expect(await groupsOf('southleigh')).toHaveLength(2)
  const suggested = (await pairs()).map(({ groups }) =>
    groups
      .map((group) => group.name)
      .toSorted()
      .join(' = '),
  )
  expect(suggested).toContain('NAWAKU SACCO = NAWAKU TRAVELLERS LIMITED')
})

test('keeps edits to a registered group when the register is loaded again', async () => {
  const load = (rows: object[]) => city.db.as('operator_server').rpc('load_saccos', { p_rows: rows })
  const entry = { registerNo: 'RSN-1', name: 'KIFARU DEMO SACCO' }
  expect(await load([entry])).toMatchObject({ matched: 1 })
  await merge(KIFARU, TAUSI)
  expect(await load([entry])).toMatchObject({ unchanged: 1, added: 0 })
  expect(await get(TAUSI)).toMatchObject({ registerNos: ['RSN-1'] })
  expect(await load([{ ...entry, name: 'KIFARU NEW' }])).toMatchObject({ renamed: 1 })
  expect((await get(TAUSI)).name).toBe('Tausi Demo Sacco')
  expect(await slugOf(load([{ registerNo: 'RSN-2', name: '!' }]))).toBe('invalid_request')
  await expect(as('dalmas').rpc('load_saccos', { p_rows: [] })).rejects.toMatchObject({ code: '42501' })
})

test('reports the line of a register that cannot be parsed', () => {
  expect(() => readRegister('pto_no,pto_name\nR1,Tausi\nR1,Kifaru\n')).toThrow('line 3')
  expect(() => readRegister('pto_no,pto_name\nR1,"Tausi\nDemo"\n\nR1,Kifaru\n')).toThrow('line 5')
  expect(() => readRegister('pto_no,pto_name\nR1,\n')).toThrow(ContentError)
  expect(() => readRegister('pto_no,pto_name\n')).toThrow(ContentError)
  expect(readRegister(readFileSync(neededCityFile('register'), 'utf8'))).toHaveLength(226)
})
