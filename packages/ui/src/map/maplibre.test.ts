import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MAPLIBRE_URL, WORKER_URL } from './maplibre.ts'

test('a new version of MapLibre has new URLs, because browsers keep the files for a year', () => {
  const { version } = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('maplibre-gl/package.json')), 'utf8'),
  ) as { version: string }
  expect([MAPLIBRE_URL, WORKER_URL].map((url) => new URL(url, 'http://app.test').search)).toEqual([
    `?v=${version}`,
    `?v=${version}`,
  ])
})
