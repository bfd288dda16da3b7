import { expect, it, onTestFinished, vi } from 'vitest'
import { nodeCommand, type Running, start } from '../../packages/processes/src/processes.mjs'
import { killWhenHanging } from './hanging.mjs'

function run(script: string): Running {
  const running = start({ name: 'child', command: nodeCommand(['-e', script]), isAsked: true })
  onTestFinished(() => running.stop())
  return running
}

const answered = (running: Running) => vi.waitFor(() => expect(running.ask()).toBe(0), { timeout: 20_000 })
const IDLE = 'setInterval(() => {}, 1000)'

it('kills a process that is stopped', async () => {
  const running = run(IDLE)
  await answered(running)
  const said: string[] = []
  process.kill(running.pid(), 'SIGSTOP')
  killWhenHanging(running, 0.6, (message) => said.push(message))
  expect(await running.ended).toBe('ended by SIGKILL')
  expect(said).toEqual(['child has not responded for 0.6 s and is killed.'])
})

it('kills a process in an endless loop', async () => {
  const running = run(`setTimeout(() => { for (;;); }, 300); ${IDLE}`)
  killWhenHanging(running, 0.6, () => {})
  expect(await running.ended).toBe('ended by SIGKILL')
})

it('is answered by a process that computes all the time and lets its requests wait', async () => {
  const running = run(`
    require('node:http').createServer(() => {}).listen(0, '127.0.0.1')
    setInterval(() => { for (const end = Date.now() + 50; Date.now() < end; ); }, 1)`)
  for (let time = 0; time < 5; time++) await answered(running)
  expect(running.isRunning()).toBe(true)
})
