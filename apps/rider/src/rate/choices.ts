/** Best first, as the form shows them. */
export const STARS = ['5', '4', '3', '2', '1'] as const
