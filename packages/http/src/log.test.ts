import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const file = JSON.stringify(new URL('./log.ts', import.meta.url).href)

test.each([
  ['exits', 'process.exit(3)'],
  ['fails', 'throw new Error("fault")'],
  ['has nothing more to do', ''],
])('writes every line of a process that %s at once', async (_, end) => {
  const script = `const { log } = await import(${file}); for (let n = 0; n < 500; n++) log.info({ n }, 'line'); ${end}`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { NODE_ENV: 'production', LOG_LEVEL: 'info' },
  })
  const { stdout }: { stdout: string } = await run.catch((error: { stdout: string }) => error)
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).n)
      // The last write may overtake one that is under way: each line has its time.
      .toSorted((a, b) => a - b),
  ).toEqual(Array.from({ length: 500 }, (_, n) => n))
})

test('a full disk under the log ends no process, and no process waits for it', () => {
  const script = `const { log } = await import(${file}); const due = Date.now() + 500
    while (Date.now() < due) { log.info('line'); await new Promise((resolve) => setTimeout(resolve, 20)) }
    console.error('alive'); process.exit(0)`
  const command = 'exec "$0" --input-type=module -e "$1" 2>&1 >/dev/full'
  const env = { NODE_ENV: 'production', LOG_LEVEL: 'info' } as const
  expect(
    execFileSync('sh', ['-c', command, process.execPath, script], { env, timeout: 20_000, encoding: 'utf8' }),
  ).toBe('alive\n')
})
