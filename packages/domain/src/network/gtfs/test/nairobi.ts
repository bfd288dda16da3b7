import { neededCityFile } from '../../../machinery/city-files.ts'

/** Nairobi's feed with its corridors and border, as `cityFeed` has it. */
export const NAIROBI = {
  source: neededCityFile('feed'),
  feed: 'nairobi',
  trunksCsv: neededCityFile('corridors'),
  corridorsCsv: neededCityFile('routeCorridors'),
  outlineGeojson: neededCityFile('border'),
} as const
