import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_PHOTO_BYTES } from '@salama/domain/shared'
import { roleOf } from '../../processes/src/server-token.mjs'
import type { Queryable } from './database/index.ts'
import type { StorageAdapter } from './lite-internals.ts'

// File storage of the embedded Storage: in a folder, or in memory for an in-memory database.
//
// A file is named by the hash of its object's name, so that no name can escape the folder.

type Metadata = Awaited<ReturnType<StorageAdapter['headObject']>>
type Kept = { bytes: Buffer; type: string; at: string }

export function pictureFiles(dir?: string): StorageAdapter {
  const store = dir === undefined ? inMemory() : inFolder(dir)
  const find = async (bucket: string, key: string): Promise<Kept> => {
    const kept = await store.get(nameOf(bucket, key))
    if (!kept) throw Object.assign(new Error('Object not found'), { code: 'ENOENT' })
    return kept
  }
  const put = async (bucket: string, key: string, kept: Kept): Promise<Metadata> => {
    await store.set(nameOf(bucket, key), kept)
    return metadataOf(kept)
  }
  return {
    driver: store,
    getObject: async (bucket, key) => {
      const kept = await find(bucket, key)
      return { metadata: metadataOf(kept), httpStatusCode: 200, body: kept.bytes }
    },
    headObject: async (bucket, key) => metadataOf(await find(bucket, key)),
    uploadObject: async (bucket, key, _version, body, type) =>
      put(bucket, key, { bytes: await bytesOf(body), type, at: new Date().toISOString() }),
    copyObject: async (bucket, key, _version, toBucket, toKey) => put(toBucket, toKey, await find(bucket, key)),
    deleteObject: (bucket, key) => store.delete(nameOf(bucket, key)),
    deleteObjects: async (bucket, keys) => {
      for (const key of keys) await store.delete(nameOf(bucket, key))
    },
    privateAssetUrl: async () => {
      throw new Error('A picture has no address of its own')
    },
  }
}

/**
 * The private bucket, and who has access to its pictures: the servers that store, show or delete them. No policy or grant
 * gives access to anybody else.
 */
export async function makeBucket(database: Queryable): Promise<void> {
  const [storing, all] = [STORING.join(), [...STORING, ...SHOWING, ...DELETING].join()]
  await database.exec(`
    grant usage on schema storage to service_role, ${all};
    grant all on all tables in schema storage to service_role;
    grant select on storage.buckets, storage.objects to ${all};
    grant insert, update on storage.objects to ${storing};
    grant delete on storage.objects to ${DELETING.join()};
    ${policy('buckets', 'select', all, 'using', 'id')}
    ${policy('objects', 'select', all, 'using', 'bucket_id')}
    ${policy('objects', 'insert', storing, 'with check', 'bucket_id')}
    ${policy('objects', 'update', storing, 'using', 'bucket_id')}
    ${policy('objects', 'delete', DELETING.join(), 'using', 'bucket_id')}
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
    values ('report-photos', 'report-photos', false, ${MAX_PHOTO_BYTES}, array['image/webp'])
    on conflict (id) do nothing;
  `)
}

const STORING = [roleOf('rider'), roleOf('surveyor')]
const SHOWING = [roleOf('admin')]
const DELETING = [roleOf('worker')]

const policy = (table: string, verb: string, roles: string, kind: string, column: string) => `
  drop policy if exists servers_${verb} on storage.${table};
  create policy servers_${verb} on storage.${table} for ${verb} to ${roles} ${kind} (${column} = 'report-photos');`

const nameOf = (bucket: string, key: string) => createHash('sha256').update(`${bucket}/${key}`).digest('hex')

const metadataOf = ({ bytes, type, at }: Kept): Metadata => ({
  cacheControl: 'no-store',
  contentLength: bytes.byteLength,
  size: bytes.byteLength,
  mimetype: type,
  lastModified: new Date(at),
  eTag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
  httpStatusCode: 200,
})

async function bytesOf(body: Parameters<StorageAdapter['uploadObject']>[3]): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body)
  return Buffer.from(await new Response(body as ReadableStream).arrayBuffer()) // lite’s own stream type
}

type Files = {
  get: (name: string) => Promise<Kept | undefined>
  set: (name: string, kept: Kept) => Promise<void>
  delete: (name: string) => Promise<void>
}

function inMemory(): Files {
  const files = new Map<string, Kept>()
  return {
    get: async (name) => files.get(name),
    set: async (name, kept) => {
      files.set(name, kept)
    },
    delete: async (name) => {
      files.delete(name)
    },
  }
}

function inFolder(dir: string): Files {
  const at = (name: string) => join(dir, name)
  return {
    get: async (name) => {
      try {
        const [bytes, about] = await Promise.all([readFile(at(name)), readFile(`${at(name)}.json`, 'utf8')])
        return { bytes, ...JSON.parse(about) }
      } catch {
        return undefined
      }
    },
    set: async (name, { bytes, ...about }) => {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      await writeFile(at(name), bytes, { mode: 0o600 })
      await writeFile(`${at(name)}.json`, JSON.stringify(about), { mode: 0o600 })
    },
    delete: async (name) => {
      await Promise.all([rm(at(name), { force: true }), rm(`${at(name)}.json`, { force: true })])
    },
  }
}
