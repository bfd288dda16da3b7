/** Waits until nothing that the page began in the background, such as sending, goes on: it holds a lock meanwhile. */
export async function settle(): Promise<void> {
  const { held = [], pending = [] } = await navigator.locks.query()
  await Promise.all([...held, ...pending].map(({ name = '' }) => navigator.locks.request(name, () => {})))
}

/** Deletes what the page stored on the device. Open connections close themselves when a deletion asks for it. */
export async function clearStorage(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split(/; ?/)) {
    const [name] = cookie.split('=')
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing outside of secure pages
    if (name) document.cookie = `${name}=; max-age=0; path=/`
  }
  const databases = await indexedDB.databases()
  await Promise.all(databases.map(({ name }) => deleted(name ?? '')))
}

const deleted = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
