/** The roles that an admin can assign. Everyone is a rider, so that one is not an option. */
export const GIVEN_ROLES = ['surveyor', 'admin'] as const
export type GivenRole = (typeof GIVEN_ROLES)[number]
