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
  expect(suggested).toContain('Nawaku Sacco = Nawaku Travellers Limited')
})

test.each([
  ['SUPER METRO SACCO', 'Super Metro Sacco'],
  ['KBS', 'KBS'],
  ['OMA', 'OMA'],
  ['KBS  TRANSPORTERS LTD.', 'KBS Transporters Ltd.'],
  ['2KW SAVINGS AND CREDIT CO-OPERATIVE SOCIETY LTD', '2KW Savings and Credit Co-operative Society Ltd'],
  ['ST. MARYS DIX-HULT (K) LTD', 'St. Marys Dix-Hult (K) Ltd'],
  ['seven city shuttle limited', 'Seven City Shuttle Limited'],
  ['Inagi TRAVELLERS Sacco', 'Inagi TRAVELLERS Sacco'],
  [' LOTHIAN ', 'Lothian'],
])('writes the registered name "%s" as riders do: %s', async (registered, name) => {
  expect(await city.db.sql('select app.sacco_name($1) as name', [registered])).toEqual([{ name }])
})

test('a group has its name as riders write it until an admin renames it, also where the register renames it', async () => {
  const load = (name: string) =>
    city.db.as('operator_server').rpc('load_saccos', { p_rows: [{ registerNo: 'RSN-9', name }] })
  const named = async () => (await get('ngara-express-ltd')).name
  await load('NGARA EXPRESS LTD')
  expect(await named()).toBe('Ngara Express Ltd')
  await load('NGARA SHUTTLE LTD')
  expect(await named()).toBe('Ngara Shuttle Ltd')
  await as('dalmas').rpc('rename_sacco', {
    p_id: 'ngara-express-ltd',
    p_name: 'NGARA',
    p_reason: 'As they are called.',
  })
  await load('NGARA COACH LTD')
  expect(await named()).toBe('NGARA')
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
