import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { childEnv } from '../../processes/src/processes.mjs'
import { Refused } from './outcome.ts'

type Where = { cwd?: string; env?: NodeJS.Dict<string> }

/** Runs a program to its end, and returns what it printed. That it failed is told with the last of what it said. */
export async function runProgram(program: string, args: readonly string[], { cwd, env }: Where = {}): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, [...args], { cwd, env: childEnv(env), maxBuffer: 1e8 })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = Object(error)
    const said = `${stderr}`.trim() || `${stdout}`.trim() || message
    throw new Refused(`${[program, ...args].join(' ')} failed: ${said.slice(-2000)}`)
  }
}
