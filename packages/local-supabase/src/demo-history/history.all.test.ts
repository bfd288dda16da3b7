import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openPglite } from '../database/index.ts'
import { readDemo } from '../seed/demo-file.ts'
import { demoSnapshot } from '../seed/index.ts'
import { wordsOfCity } from '../seed/test/written.ts'
import { generateHistory } from './generate.ts'
import { startHistory } from './index.ts'

describe('the generated history', () => {
  const places = Array.from({ length: 20 }, (_, n) => ({
    id: `stage-${n}`,
    departures: 400 / (n + 1),
    onCorridor: n % 2 === 0,
  }))
  const generate = () => generateHistory(new Date('2026-11-23T09:00:00Z'), readDemo(), places, ['a', 'b', 'c'])
  const reports = generate().filter((each) => each.kind === 'report')

  it('is the same every time, in order, and ends hours before the live story', () => {
    expect(generate()).toEqual(generate())
    const times = generate().map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(Date.parse('2026-11-23T04:00:00Z'))
  })

  it('covers three months, with busy hours, quiet nights and busy stages', () => {
    expect(reports.length).toBeGreaterThan(700)
    const at = (hours: number[]) => reports.filter((each) => hours.includes((each.at.getUTCHours() + 3) % 24)).length
    expect(at([7, 17, 18])).toBeGreaterThan(10 * at([2, 3, 4]))
    const from = (stage: string) => reports.filter(({ stop }) => stop === stage).length
    expect(from('stage-0')).toBeGreaterThan(4 * from('stage-18'))
  })
})

describe('a demo of ten days', () => {
  let database: Database
  const problems: string[] = []
  beforeAll(async () => {
    database = (await openPglite({ dump: await demoSnapshot() })).database
    await startHistory(database, (line) => problems.push(line), 10).done
  })
  afterAll(() => database.close())

  it('follows every rule, and shifts the clock of nobody else', async () => {
    expect(problems).toEqual([])
    expect(await database.query('select from app.clock')).toEqual([])
    const [found] = await database.query(
      `select count(*) > 60 as reports, bool_and(r.received_at < now()) as past,
              bool_and(r.state in ('linked', 'accepted', 'rejected', 'in_review', 'held')) as triaged,
              bool_or(i.corroboration = 'corroborated') as corroborated,
              bool_and(r.device_hash is not null) filter (where r.reporter_id::text like '0d%') as phones
         from app.reports r left join app.incidents i on i.id = r.incident_id`,
    )
    expect(found).toEqual({ reports: true, past: true, triaged: true, corroborated: true, phones: true })
    const [work] = await database.query(
      `select count(distinct surveyor_id) as surveyors, bool_or(state = 'approved') as approved
         from app.collection_entries`,
    )
    expect(work).toMatchObject({ surveyors: 3, approved: true })
  })

  it('has no plate, name or text of another city', async () => {
    expect((await wordsOfCity(database, 'nairobi')).length).toBeGreaterThan(30)
    expect(await wordsOfCity(database, 'mexico-city')).toEqual([])
  })

  it('is seeded once', async () => {
    expect(await startHistory(database, (line) => problems.push(line), 10).done).toBe(0)
    expect(problems).toEqual([])
  })
})
