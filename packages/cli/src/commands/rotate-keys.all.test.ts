import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePorts } from '../../../processes/src/processes.mjs'
import { readOrMakeSecrets } from '../../../processes/src/secrets.mjs'
import { commandBesideSupabase } from '../test/run-command.ts'

const { supabase, run } = commandBesideSupabase('rotate-keys.ts')

it('makes a new key while nothing runs, and none beside a service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salama-rotate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [before] = readOrMakeSecrets(folder).signingKeys
  const { port } = new URL(supabase().url)
  const beside = await run([], { DATA_DIR: folder, SUPABASE_PORT: port })
  expect(beside).toMatchObject({ code: 1, err: expect.stringContaining('Stop it first') })
  expect(readOrMakeSecrets(folder).signingKeys).toEqual([before])
  const [nowhere = 0] = await freePorts(1)
  expect(await run([], { DATA_DIR: folder, SUPABASE_PORT: String(nowhere) })).toMatchObject({ code: 0 })
  expect(readOrMakeSecrets(folder).signingKeys).toEqual([expect.anything(), before])
})
