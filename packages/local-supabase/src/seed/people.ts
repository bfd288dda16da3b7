import { DEMO_PASSWORD } from '../../../processes/src/demo.mjs'

/**
 * The demo accounts, the same in the embedded default, in tests and in the docs. Their ids are fixed, so tests need not
 * look them up.
 */
export const PEOPLE = {
  amina: { id: '0a000000-0000-4000-8000-000000000001', name: 'Amina', email: 'amina@salama.test', role: null },
  baraka: { id: '0a000000-0000-4000-8000-000000000002', name: 'Baraka', email: 'baraka@salama.test', role: null },
  chebet: { id: '0a000000-0000-4000-8000-000000000003', name: 'Chebet', email: 'chebet@salama.test', role: 'surveyor' },
  dalmas: { id: '0a000000-0000-4000-8000-000000000004', name: 'Dalmas', email: 'dalmas@salama.test', role: 'admin' },
  eve: { id: '0a000000-0000-4000-8000-000000000005', name: 'Eve', email: 'eve@salama.test', role: null },
} as const

export type PersonName = keyof typeof PEOPLE

export { DEMO_PASSWORD }

/**
 * bcrypt of DEMO_PASSWORD. The password is printed at every start, so the hash protects nothing; it has the usual cost,
 * so that a wrong password takes as long as for any e-mail address.
 */
export const DEMO_PASSWORD_HASH = '$2b$10$BAoj7Nh33h7BTl4HjHC6jO4JzSnfi.D95W8cDNWc5iYNZks.m88Ke'
