/**
 * `node --import` this: the process ends when its parent has gone, also where that was killed and could tell nobody.
 * `?after=3000` gives others that long to end first. Dependency-free.
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
