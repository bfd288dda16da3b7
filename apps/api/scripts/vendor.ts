// Copies the scripts of the reference pages from node_modules, so that nothing is loaded from another host.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
const out = join(import.meta.dirname, '../public/vendor')
mkdirSync(out, { recursive: true })

// Redoc loads its vendor's logo from a CDN: the content security policy would block it and log an error on every view.
const logo = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
const redoc = readFileSync(require.resolve('redoc/bundles/redoc.standalone.js'), 'utf8')
if (!redoc.includes(logo)) throw new Error(`redoc no longer loads ${logo}: look at what it loads now, then change this`)
writeFileSync(join(out, 'redoc.standalone.js'), redoc.replaceAll(logo, '/vendor/redoc-logo.svg'))
writeFileSync(join(out, 'redoc-logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
