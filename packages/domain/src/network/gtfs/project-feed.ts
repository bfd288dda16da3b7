import { fileURLToPath } from 'node:url'
import { nairobiIn } from './nairobi-in.ts'

/** Like `nairobiIn`, for scripts, which know their own location; a bundler would resolve the URL as a module. */
export const NAIROBI = nairobiIn(fileURLToPath(new URL('../../../../../data', import.meta.url)))
