import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Copies MapLibre and its worker to where a page can load them from its own origin: a bundler does not detect the
// worker, and a page cannot preload what it names. Run in an app's folder, before `next build` or `next dev`.

const target = join(process.cwd(), 'public/vendor')
mkdirSync(target, { recursive: true })
for (const name of ['maplibre-gl.mjs', 'maplibre-gl-worker.mjs'])
  copyFileSync(fileURLToPath(import.meta.resolve(`maplibre-gl/dist/${name}`)), join(target, name))
