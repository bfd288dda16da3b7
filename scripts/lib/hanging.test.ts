import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { nodeCommand, type Running, start } from '../../packages/processes/src/processes.mjs'
import { killWhenHanging } from './hanging.mjs'

function run(script: string): Running {
  const running = start({ name: 'child', command: nodeCommand(['-e', script]), isAsked: true })
  onTestFinished(() => running.stop())
  return running
}

const answered = (running: Running) => expect.poll(() => running.ask()).toBe(0)
const IDLE = 'setInterval(() => {}, 1000)'

/** The questions come when the test lets time pass. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  return () => void vi.useRealTimers()
})

it('kills a process that is stopped', async () => {
  const running = run(IDLE)
  await answered(running)
  const said: string[] = []
  process.kill(running.pid(), 'SIGSTOP')
  killWhenHanging(running, 60, (message) => said.push(message))
  vi.advanceTimersByTime(50_000)
  expect(said).toEqual([])
  vi.advanceTimersByTime(30_000)
  expect(await running.ended).toBe('ended by SIGKILL')
  expect(said).toEqual(['child has not responded for 60 s and is killed.'])
})

it('kills a process in an endless loop', async () => {
  const running = run(`console.log('busy'); for (;;);`)
  await expect.poll(() => running.lastLines()).toEqual(['busy'])
  killWhenHanging(running, 60, () => {})
  vi.advanceTimersByTime(80_000)
  expect(await running.ended).toBe('ended by SIGKILL')
})

it('is answered by a process that computes all the time and lets its requests wait', async () => {
  const running = run(`
    require('node:http').createServer(() => {}).listen(0, '127.0.0.1')
    setInterval(() => { for (const end = Date.now() + 50; Date.now() < end; ); }, 1)`)
  for (let time = 0; time < 5; time++) await answered(running)
  expect(running.isRunning()).toBe(true)
})
