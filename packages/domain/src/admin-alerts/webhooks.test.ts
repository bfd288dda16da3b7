import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { workerOf } from '../jobs/test/jobs.ts'
import { useCity } from '../reports/test/city.ts'

const city = useCity()
const worker = workerOf(() => city.db)
const due = () => worker.contents<{ kind: string; at: string }>('admin_webhook')

test('gives out an alert with its kind and nothing of the report, an assault by the full hour', async () => {
  await city.report('amina', { p_category: 'assault', p_injury: undefined })
  const [alert, ...more] = await due()
  expect(more).toEqual([])
  expect(alert).toEqual({ kind: 'assault', at: expect.stringMatching(/:00:00Z$/) })
  expect(JSON.stringify(alert)).not.toContain(CAST.amina.id)
})

test('gives out no alert that was delivered', async () => {
  await city.report('amina', { p_injury: 'some' })
  const [job] = await worker.claim('admin_webhook')
  if (!job) throw new Error('There is no alert')
  await worker.finish(job)
  expect((await due()).map(({ kind }) => kind)).not.toContain('injury')
})
