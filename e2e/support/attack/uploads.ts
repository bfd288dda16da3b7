import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { DECODED_APART, jpegOfScans, refusedByHeader } from '../../../packages/domain/src/photos/test/hostile-photos.ts'
import { sendPhoto, sendReport } from './report.ts'
import { type Attack, addresses, anotherPhone, send, sleep } from './service.ts'

// What a hostile photo costs: how long a neighbour's read waits meanwhile, and the processor time of the server.

const READ_MS = 1500
const PROCESSOR_S = 3
/** Clock ticks a second of /proc, the same on every Linux. */
const TICKS = 100

export const hostileUploads: Attack = async (_seed, tick) => {
  const pid = processAt(Number(new URL(addresses.rider).port))
  const made: [string, Buffer][] = [['44,000 scans in 2 MB', jpegOfScans(4896, 4896, 44_000).subarray(0, 2_000_000)]]
  for (const [name, , photo] of await refusedByHeader()) made.push([name, photo])
  for (const [name, , photo] of DECODED_APART) made.push([name, await photo()])
  const [findings, rows]: [string[], string[]] = [[], []]
  for (const [name, photo] of made) {
    const { id, phone } = await sendReport()
    const before = pid === undefined ? undefined : processorS(pid)
    const uploads = Promise.all([1, 2].map(() => sendPhoto(id, photo, phone)))
    let slowest = 0
    let isDone = false
    const ended = uploads.then((replies) => {
      isDone = true
      return replies
    })
    do {
      const { ms, status } = await send(`${addresses.rider}/api/incidents/nearby?lat=-1.2812&lng=36.8226`, {
        from: anotherPhone(),
      })
      if (status !== 200) findings.push(`beside ${name} a neighbour’s read is answered ${status}`)
      slowest = Math.max(slowest, ms)
      await sleep(20)
    } while (!isDone)
    const replies = await ended
    const spent = pid === undefined || before === undefined ? undefined : processorS(pid) - before
    if (slowest > READ_MS) findings.push(`beside ${name} a neighbour’s read waits ${Math.round(slowest)} ms`)
    if (spent !== undefined && spent / replies.length > PROCESSOR_S)
      findings.push(`${name} costs ${spent / replies.length} s of a processor`)
    for (const { status } of replies) if (status >= 500) findings.push(`${name}: ${status}`)
    rows.push(
      `| ${name} | ${replies.map(({ status }) => status).join(', ')} | ${Math.round(slowest)} | ${spent?.toFixed(2) ?? 'not read'} |`,
    )
    tick()
  }
  const head =
    '| two photos at once | answers | the slowest read beside them, ms | processor time of both, s |\n|---|---|---|---|'
  return { tries: made.length * 2, findings, table: `${head}\n${rows.join('\n')}` }
}

/** The process that listens on a port, where /proc says so. */
function processAt(port: number): string | undefined {
  try {
    const wanted = port.toString(16).toUpperCase().padStart(4, '0')
    const line = ['tcp', 'tcp6']
      .flatMap((file) => readFileSync(`/proc/net/${file}`, 'utf8').split('\n'))
      .map((each) => each.trim().split(/\s+/))
      .find(([, local = '', , state]) => local.endsWith(`:${wanted}`) && state === '0A')
    const socket = `socket:[${line?.[9]}]`
    return readdirSync('/proc').find((pid) => /^\d+$/.test(pid) && holds(pid, socket))
  } catch {
    return undefined
  }
}

function holds(pid: string, socket: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === socket)
  } catch {
    return false // another user's, or gone
  }
}

/** Of a process, of the children that it has and of those that ended. */
function processorS(pid: string): number {
  const fields = (of: string) => readFileSync(`/proc/${of}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const own = (of: string) =>
    fields(of)
      .slice(11, 15)
      .reduce((sum, each) => sum + Number(each), 0)
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return [pid, ...children].reduce((sum, each) => sum + own(each), 0) / TICKS
}
