/** The roles that an admin gives and takes. Everyone is a rider, so that one is not asked. */
export const GIVEN_ROLES = ['surveyor', 'admin'] as const
export type GivenRole = (typeof GIVEN_ROLES)[number]
