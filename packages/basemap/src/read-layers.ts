import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { LAYERS, type LayerFeature, type LayerName, type Layers, noLayers } from './layers.ts'

/** Reads `<layer>.geojson` or `<layer>.geojson.gz` from a folder; a missing one is empty. */
export function readLayers(folder: string): Layers {
  const layers = noLayers()
  for (const name of Object.keys(LAYERS).filter(isLayer)) layers[name] = readLayer(join(folder, `${name}.geojson`))
  if (Object.values(layers).every((features) => features.length === 0)) throw new Error(`${folder} has no layers`)
  return layers
}

const isLayer = (name: string): name is LayerName => name in LAYERS

function readLayer(file: string): LayerFeature[] {
  const packed = `${file}.gz`
  if (!existsSync(file) && !existsSync(packed)) return []
  const text = existsSync(file) ? readFileSync(file, 'utf8') : gunzipSync(readFileSync(packed)).toString('utf8')
  const { features } = JSON.parse(text)
  if (!Array.isArray(features)) throw new Error(`${file} is not a FeatureCollection`)
  return features
}
