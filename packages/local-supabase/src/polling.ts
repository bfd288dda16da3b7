export type Polling = {
  /** Runs the job now, after a run that is in progress; resolves when it is done. */
  run: () => Promise<void>
  stop: () => void
}

/** Runs a job again and again, never twice at the same time. With 0 ms only when `run` is called. */
export function startPolling(everyMs: number, job: () => Promise<unknown>, onError: (error: unknown) => void): Polling {
  let running: Promise<void> | undefined
  let isStopped = false
  const start = async () => {
    if (isStopped) return
    running ??= job()
      .then(() => undefined, onError)
      .finally(() => {
        running = undefined
      })
    await running
  }
  const timer = everyMs > 0 ? setInterval(start, everyMs).unref() : undefined
  return {
    run: async () => {
      await running
      await start()
    },
    stop: () => {
      isStopped = true
      clearInterval(timer)
    },
  }
}
