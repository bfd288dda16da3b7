/** Processes all items with limited concurrency, because a disk handles several requests at a time. */
export async function inParallel<T>(items: T[], work: (item: T) => Promise<void>, limit = 16): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: limit }, worker))
}
