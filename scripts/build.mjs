/** `npm run build`: the apps that are out of date, for the chosen city. */
import { build } from './lib/prepare.mjs'

await build(undefined, console.log, process.argv.slice(2))
