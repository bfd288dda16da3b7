import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { observeWith } from '@salama/domain/measure'
import { expect, it, onTestFinished } from 'vitest'
import { makeSecrets } from '../../processes/src/secrets.mjs'
import { serverHeaders } from '../../processes/src/server-token.mjs'
import { startLocalSupabase } from './index.ts'

it('keeps in its folder what was written before it was stopped', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'salama-smoke-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const secrets = makeSecrets()
  const device = 'x'.repeat(43)

  const measured: unknown[] = []
  observeWith((...[what, name, status]) => measured.push([what, name, status]))
  onTestFinished(() => observeWith())

  const first = await startLocalSupabase({ ...secrets, port: 0, dataDir })
  const registered = await fetch(`${first.url}/rest/v1/rpc/register_device`, {
    method: 'POST',
    headers: { ...serverHeaders('rider', secrets), 'content-type': 'application/json', 'content-profile': 'api' },
    body: JSON.stringify({ p_device: device }),
  })
  expect([registered.status, await registered.json()]).toEqual([200, { registered: true }])
  await fetch(`${first.url}/healthz?plate=KDA999Z`)
  await first.close()
  expect(measured).toEqual([['request', 'rest', 200]])

  const second = await startLocalSupabase({ ...secrets, port: 0, dataDir })
  onTestFinished(second.close)
  expect(await second.query('select count(*)::int as n from app.devices')).toEqual([{ n: 1 }])
})
