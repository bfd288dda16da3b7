/** Works on all items, a few at a time: a disk that is asked for many things at once does them together. */
export async function inParallel<T>(items: T[], work: (item: T) => Promise<void>, limit = 16): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: limit }, worker))
}
