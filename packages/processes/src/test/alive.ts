/** For `vi.waitFor`: processes take their time on a busy machine. */
export const PATIENT = { timeout: 25_000, interval: 50 }

export const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
