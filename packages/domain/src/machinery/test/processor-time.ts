import { readFileSync } from 'node:fs'

/** The processor time in seconds that this process has taken, and those that it started and that have ended. */
export function processorS(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + endedChildrenS()
}

/** Only Linux tells it without waiting for them ourselves: the fields cutime and cstime, in hundredths of a second. */
function endedChildrenS(): number {
  if (process.platform !== 'linux') return 0
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(13, 15)
  return (Number(user) + Number(system)) / 100
}
