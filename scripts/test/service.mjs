/** A service like that of scripts/start.mjs, with two small processes; service.test.ts runs it with `npm start`. */
import { join } from 'node:path'
import { freePorts, nodeCommand } from '../../packages/processes/src/processes.mjs'
import { openService } from '../lib/service.mjs'

const dataDir = process.env.DATA_DIR ?? ''
const child = join(import.meta.dirname, 'child.mjs')
const failing = process.env.FAILING ?? ''
const silenceS = Number(process.env.SILENCE_S || 30)

/** @param {unknown} error */
const fail = (error) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

try {
  const service = openService({ dataDir, isVerbose: false })
  const ports = await freePorts(2)
  for (const [index, name] of ['database', 'app'].entries()) {
    const env = { NAME: name, PORT: String(ports[index]), EVENTS: join(dataDir, 'events'), FAILING: failing }
    const command = nodeCommand([child], name === 'database' ? 1000 : 0)
    await service
      .run({ name, command, env, silenceS, url: `http://127.0.0.1:${ports[index]}/` })
      .catch((/** @type {unknown} */ error) => {
        console.error(error instanceof Error ? error.message : error)
        return service.stop(1)
      })
  }
  console.log('running')
} catch (error) {
  fail(error)
}
