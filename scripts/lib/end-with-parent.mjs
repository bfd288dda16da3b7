/**
 * For `node --import`: the process exits when its parent has ended, even if the parent was killed. `?after=3000` is a
 * delay in which others can exit first. Dependency-free.
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
