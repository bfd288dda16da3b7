/**
 * The limits of API keys, for the contract and the developer pages: how many active keys an account may have, as many
 * replaced ones again, the length of a name, how long a replaced key stays valid, and how long a revoked one may still
 * be accepted. SQL has the first three itself; api-keys.test.ts compares.
 */
export const API_KEY_RULES = { most: 5, nameLength: 80, graceHours: 24, rememberedSeconds: 30 } as const
