/**
 * For `node --import`: the process exits when its parent has ended, even if the parent was killed. `?after=3000` is a
 * delay in which others can exit first. And it answers when the parent asks whether it is alive: from its event loop,
 * so that neither requests nor the connections that wait for them come before the answer. And it takes the tokens with which
 * this server calls the database from now on, see `service.mjs`. Dependency-free.
 */
const parent = process.ppid
const after = Number(new URL(import.meta.url).searchParams.get('after') ?? 0)

const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  setTimeout(() => {
    setTimeout(() => process.exit(1), 10_000).unref()
    process.kill(process.pid, 'SIGTERM')
  }, after)
}, 500)
timer.unref()

process.on('message', (message) => {
  if (message === 'alive?')
    process.send?.('alive', () => {}) // the parent may be gone
  else if (message instanceof Object && 'token' in message) process.env.SERVER_TOKEN = String(message.token)
})
process.channel?.unref()

// Whoever reads what this process prints may be gone, or its disk full: no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
