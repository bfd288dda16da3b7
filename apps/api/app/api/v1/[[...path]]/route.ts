import { noSuchAddress } from '@salama/http'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = noSuchAddress
