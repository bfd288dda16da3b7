import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export { noteApiKeyUse } from './count-api-key-use.ts'
export { createApiKey } from './create-api-key.ts'
export { getApiKeyUsage } from './get-api-key-usage.ts'
export { revokeApiKey } from './revoke-api-key.ts'
export { rotateApiKey } from './rotate-api-key.ts'
export { isApiKeyRemembered, verifyApiKey } from './verify-api-key.ts'

export const listApiKeys = useCase(contract.listApiKeys)
