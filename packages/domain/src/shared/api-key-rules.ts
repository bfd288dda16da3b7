/**
 * What holds for every API key, for the contract and for the pages that tell developers: how many of an account work at the
 * same time, and as many again of those that were replaced, how long a name may be, how long a replaced key goes on, and how
 * long one that was revoked may still be let in. SQL has the first three for itself; api-keys.test.ts compares.
 */
export const API_KEY_RULES = { most: 5, nameLength: 80, graceHours: 24, rememberedSeconds: 30 } as const
