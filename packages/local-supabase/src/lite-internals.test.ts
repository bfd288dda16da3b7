import { App } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'
import { expect, test } from 'vitest'
import { preserveGrants, storeFiles } from './lite-internals.ts'
import { pictureFiles } from './pictures.ts'

/** Nothing listens there: a query would fail. */
const connect = () => createPostgresConnection({ url: 'postgres://nobody@127.0.0.1:9/none' })

test('lite takes a connection as initialized, and grants nothing', async () => {
  const connection = connect()
  preserveGrants(connection)
  const ensure: unknown = Reflect.get(connection, 'ensureRlsContext')
  expect(await (typeof ensure === 'function' ? ensure.call(connection) : 'lite has no ensureRlsContext')).toBe(true)
})

test('lite has a place for the adapter of files', () => {
  const app = new App({ connection: connect() })
  const adapter = pictureFiles()
  storeFiles(app, adapter)
  expect(app._storageAdapter).toBe(adapter)
})

test('starting fails where a version of lite names them otherwise', () => {
  const renamed = connect()
  Reflect.deleteProperty(renamed, 'rlsState')
  expect(() => preserveGrants(renamed)).toThrow('rlsState')
  const app = new App({ connection: connect() })
  Reflect.deleteProperty(app, '_storageAdapter')
  expect(() => storeFiles(app, pictureFiles())).toThrow('_storageAdapter')
})
