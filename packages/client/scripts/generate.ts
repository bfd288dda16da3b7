// Writes the types of the API's published document, which is committed; they are not. At once, by renaming: a build
// and a check of types may do so at the same time.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript'

const DOCUMENT = new URL('../../../apps/api/openapi.json', import.meta.url)
const FOLDER = new URL('../src/generated/', import.meta.url)

const types = astToString(await openapiTS(readFileSync(DOCUMENT, 'utf8')))
mkdirSync(FOLDER, { recursive: true })
const unfinished = new URL(`api.${process.pid}`, FOLDER)
writeFileSync(unfinished, `${COMMENT_HEADER}${types}`)
renameSync(unfinished, new URL('api.ts', FOLDER))
