import { fileURLToPath } from 'node:url'
import { nairobiIn } from './nairobi-in.ts'

/** As `nairobiIn`, for a script, which knows where it lies; a bundler would take the address for a module. */
export const NAIROBI = nairobiIn(fileURLToPath(new URL('../../../../../data', import.meta.url)))
