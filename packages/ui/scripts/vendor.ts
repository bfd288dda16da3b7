import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// MapLibre parses its data in a worker that a bundler does not detect, so the file is copied to where the page can load
// it from its own origin. Run in an app's folder, before `next build` or `next dev`.

const target = join(process.cwd(), 'public/vendor')
mkdirSync(target, { recursive: true })
const worker = fileURLToPath(import.meta.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs'))
copyFileSync(worker, join(target, 'maplibre-gl-worker.mjs'))
