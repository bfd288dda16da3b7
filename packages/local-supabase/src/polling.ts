/** Runs a job again and again, never twice at the same time. Returns what stops it. */
export function startPolling(
  everyMs: number,
  job: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    job()
      .catch(onError)
      .finally(() => {
        isRunning = false
      })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
