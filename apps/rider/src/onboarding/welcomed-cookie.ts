/** Set once the home page has said what Salama is. */
export const WELCOMED_COOKIE = 'salama-rider.welcomed'
