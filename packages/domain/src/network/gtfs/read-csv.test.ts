import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FeedCheck, Place } from './feed-check.ts'
import { Count, Id, Text } from './fields.ts'
import { readCsv } from './read-csv.ts'
import { Staging } from './staging.ts'

const Row = z.object({ stop_id: Id, stop_name: Text, zone_id: Id.optional(), level: Count.optional() })

async function read(bytes: string | Buffer) {
  const check = new FeedCheck(new Staging(async () => null, 'an import'))
  const rows = []
  for await (const { at, row } of readCsv(Readable.from([Buffer.from(bytes)]), Row, {
    placeOf: (line) => new Place(check, 'stops.txt', line),
    countRow: () => check.countRow('stops.txt'),
    broken: (at, column, reason) => void at.refuse(column, reason),
  }))
    rows.push({ line: at.line, row })
  const faults = [...check.problems, ...check.warnings]
  return { rows, faults: faults.map(({ line, column, reason, count, done }) => [line, column, reason, count, done]) }
}

describe('a CSV file', () => {
  it('accepts a byte order mark, quoted cells, unknown columns, and lines without any cell', async () => {
    const { rows, faults } = await read(
      '\uFEFFstop_id, stop_name ,stop_url\r\n1,"Estación ""Ñandú"", norte",x\r\n\r\n,,\r\n2, Odeon ,\r\n',
    )
    expect(faults).toEqual([])
    expect(rows).toEqual([
      { line: 2, row: { stop_id: '1', stop_name: 'Estación "Ñandú", norte' } },
      { line: 5, row: { stop_id: '2', stop_name: 'Odeon' } },
    ])
  })

  it.each(['\n', '\r\n', '\r\r\n', '\r'])('ends its lines with %j, after a header that ends otherwise', async (end) => {
    const ids = async (text: string) => (await read(text)).rows.map(({ row }) => row)
    const rows = [
      { stop_id: '1', stop_name: 'Koja' },
      { stop_id: '2', stop_name: 'Odeon' },
    ]
    expect(await ids(`stop_id,stop_name\n1,Koja${end}2,Odeon${end}`)).toEqual(rows)
    expect(await ids(`stop_id,stop_name\r\n1,Koja${end}2,Odeon`)).toEqual(rows)
  })

  it('leaves out a row without a required cell, and says it once with the number of rows', async () => {
    const { rows, faults } = await read('stop_id,stop_name,zone_id\n1,Koja,\n2,,z\n3,,\n')
    expect(rows).toEqual([{ line: 2, row: { stop_id: '1', stop_name: 'Koja' } }])
    expect(faults).toEqual([[3, 'stop_name', 'is missing', 2, 'left out']])
  })

  it('reads the cells of a short row, and an optional one that is wrong, as empty', async () => {
    const { rows, faults } = await read('stop_id,stop_name,zone_id,level\n1,Koja\n2,Odeon,z,low\n3,Roysambu,z,1.0\n')
    expect(rows.map(({ row }) => row)).toEqual([
      { stop_id: '1', stop_name: 'Koja' },
      { stop_id: '2', stop_name: 'Odeon', zone_id: 'z' },
      { stop_id: '3', stop_name: 'Roysambu', zone_id: 'z', level: 1 },
    ])
    expect(faults).toEqual([
      [2, null, 'has fewer cells than the header', 1, 'the others are read as empty'],
      [3, 'level', '"low" is not a whole number', 1, 'read as empty'],
    ])
  })

  it('leaves out a row that is longer than the header, unless the rest is empty', async () => {
    const { rows, faults } = await read('stop_id,stop_name\n1,Koja,,\n2,Odeon,east\n')
    expect(rows).toHaveLength(1)
    expect(faults).toEqual([[3, null, '"3 for 2" has more cells than the header', 1, 'left out']])
  })

  it('reads names of columns in capitals, and says so', async () => {
    const { rows, faults } = await read('Stop_ID,stop_name\n1,Koja\n')
    expect(rows).toHaveLength(1)
    expect(faults).toEqual([[1, 'Stop_ID', 'is in capitals', 1, 'read as stop_id']])
  })

  it('reports every missing column and reads no row', async () => {
    const { rows, faults } = await read('id,name\n1,Koja\n')
    expect(rows).toEqual([])
    expect(faults).toEqual([
      [1, 'stop_id', 'is a missing column', 1, null],
      [1, 'stop_name', 'is a missing column', 1, null],
    ])
  })

  it.each([
    ['a column twice', 'stop_id,stop_name,stop_id\n1,Koja,1\n', 1, 'is there twice', null],
    ['a quote that never ends', 'stop_id,stop_name\n1,Koja\n2,"Odeon\n', 3, 'cannot be read', null],
    ['a stray quote', 'stop_id,stop_name\n1,Ko"ja\n', 2, 'cannot be read', null],
    ['another encoding', Buffer.from('stop_id,stop_name\n1,Estaci\xF3n\n', 'latin1'), 2, 'is not UTF-8 text', null],
    ['a zero byte', 'stop_id,stop_name\n1,Ko\u0000ja\n', 2, 'holds zero bytes', 'left out'],
    ['a very long row', `stop_id,stop_name\n1,${'x'.repeat(70_000)}\n`, 2, 'cannot be read', null],
    ['nothing in it', '', null, 'is empty', null],
  ])('reports %s with its line', async (_, text, line, reason, done) => {
    const { faults } = await read(text)
    expect(faults).toEqual([[line, faults[0]?.[1], expect.stringContaining(reason), 1, done]])
  })
})
