import { operations } from '@salama/domain/contract'
import { noSuchAddress } from '@salama/http'

/** Every address under /api where nothing is, of all versions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = noSuchAddress(operations)
