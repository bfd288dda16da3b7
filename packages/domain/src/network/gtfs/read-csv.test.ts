import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Id, Text } from './fields.ts'
import type { GtfsProblem } from './problems.ts'
import { readCsv } from './read-csv.ts'

const Row = z.object({ stop_id: Id, stop_name: Text, zone_id: Id.optional() })

async function read(bytes: string | Buffer) {
  const problems: GtfsProblem[] = []
  const rows = []
  for await (const row of readCsv('stops.txt', Readable.from([Buffer.from(bytes)]), Row, (p) => problems.push(p)))
    rows.push(row)
  return { rows, problems }
}

describe('a CSV file', () => {
  it('accepts a byte order mark, quoted cells, CRLF and unknown columns', async () => {
    const { rows, problems } = await read(
      '\uFEFFstop_id, stop_name ,stop_url\r\n1,"Estación ""Ñandú"", norte",x\r\n\r\n2, Odeon ,\r\n',
    )
    expect(problems).toEqual([])
    expect(rows).toEqual([
      { line: 2, row: { stop_id: '1', stop_name: 'Estación "Ñandú", norte' } },
      { line: 4, row: { stop_id: '2', stop_name: 'Odeon' } },
    ])
  })

  it('parses an empty optional cell as null and reports an empty required one', async () => {
    const { rows, problems } = await read('stop_id,stop_name,zone_id\n1,Koja,\n2,,z\n')
    expect(rows).toEqual([{ line: 2, row: { stop_id: '1', stop_name: 'Koja' } }])
    expect(problems).toEqual([{ file: 'stops.txt', line: 3, column: 'stop_name', reason: 'is missing' }])
  })

  it('reports every missing column and reads no row', async () => {
    const { rows, problems } = await read('id,name\n1,Koja\n')
    expect(rows).toEqual([])
    expect(problems.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [1, 'stop_id', 'is a missing column'],
      [1, 'stop_name', 'is a missing column'],
    ])
  })

  it.each([
    ['a column twice', 'stop_id,stop_name,stop_id\n1,Koja,1\n', 1, 'is there twice'],
    ['a row that is cut off', 'stop_id,stop_name\n1,Koja\n2\n', 3, 'has 1 cells where the header has 2'],
    ['a quote that never ends', 'stop_id,stop_name\n1,Koja\n2,"Odeon\n', 3, 'cannot be read'],
    ['a stray quote', 'stop_id,stop_name\n1,Ko"ja\n', 2, 'cannot be read'],
    ['another encoding', Buffer.from('stop_id,stop_name\n1,Estaci\xF3n\n', 'latin1'), 2, 'is not UTF-8 text'],
    ['a zero byte', 'stop_id,stop_name\n1,Ko\u0000ja\n', 2, 'is not UTF-8 text'],
    ['a very long row', `stop_id,stop_name\n1,${'x'.repeat(70_000)}\n`, 2, 'cannot be read'],
    ['nothing in it', '', null, 'is empty'],
  ])('is rejected for %s with its line', async (_, text, line, reason) => {
    const { problems } = await read(text)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ file: 'stops.txt', line, reason: expect.stringContaining(reason) })
  })
})
