/** `npm run build`: the apps that are out of date, for the city of the environment, else that of `salama setup`. */
import { existsSync } from 'node:fs'

const settings = new URL('../salama.env', import.meta.url)
if (existsSync(settings)) process.loadEnvFile(settings)
// It reads CITY.
const { build } = await import('./lib/prepare.mjs')
await build(undefined, console.log, process.argv.slice(2))
