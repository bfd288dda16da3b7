export { RpcError } from '@salama/local-supabase/database'
export { CAST, claimsOf, PASSWORD, type PersonName } from './cast.ts'
export { openDatabase, type TestDatabase, type Who } from './database.ts'
export { buildSmallCity, KOJA, MACHAKOS, ODEON, SIMBA, TEST_ROAD } from './small-city.ts'
