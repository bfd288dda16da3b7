/** Starts what the tests start, prints its process ids or its URL, and waits to be killed. */
import { findPostgres, startCluster } from '../postgres.mjs'
import { nodeCommand, nodePath, start } from '../processes.mjs'

const IDLE = 'console.log(process.pid); setInterval(() => {}, 1000)'
const WITH_CHILD = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(IDLE)}], { stdio: 'inherit' }); ${IDLE}`
const onLine = (/** @type {string} */ line) => console.log(line)

if (process.argv.includes('postgres')) {
  const { url } = await startCluster(findPostgres() ?? '')
  console.log(url)
  setInterval(() => {}, 1000)
} else {
  start({ name: 'app', command: nodeCommand(['-e', IDLE]), onLine })
  start({ name: 'job', command: [nodePath(), '-e', WITH_CHILD], isHeld: true, onLine })
}
