import type { Stack } from '@salama/testing/stack'

/** Direct access to the picture bucket at Supabase with an API key and an optional token. */
export function storeOf({ supabase }: Stack, key: string, token?: string) {
  const at = `${supabase.url}/storage/v1/object`
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`${at}/${path}`, {
      method,
      headers: {
        apikey: key,
        authorization: `Bearer ${token ?? key}`,
        'content-type': body instanceof Uint8Array ? 'image/webp' : 'application/json',
      },
      ...(body !== undefined && { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    })
  const bucket = 'report-photos'
  return {
    read: (object: string) => ask('GET', `${bucket}/${object}`),
    list: async (prefix: string): Promise<string[]> => {
      const response = await ask('POST', `list/${bucket}`, { prefix, limit: 100, offset: 0 })
      const found: unknown = await response.json()
      return Array.isArray(found) ? found.map(({ name }) => `${prefix}/${String(name).split('/').at(-1)}`) : []
    },
    sign: (object: string) => ask('POST', `sign/${bucket}/${object}`, { expiresIn: 60 }),
    put: (object: string, bytes: Uint8Array) => ask('POST', `${bucket}/${object}`, bytes),
    replace: (object: string, bytes: Uint8Array) => ask('PUT', `${bucket}/${object}`, bytes),
    move: (from: string, to: string) => ask('POST', 'move', { bucketId: bucket, sourceKey: from, destinationKey: to }),
    copy: (from: string, to: string) => ask('POST', 'copy', { bucketId: bucket, sourceKey: from, destinationKey: to }),
    remove: (object: string) => ask('DELETE', bucket, { prefixes: [object] }),
  }
}
