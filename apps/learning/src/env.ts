/** The settings of this app alone. Read when they are needed, because a build has none. */
export const badgeSigningKey = (): string | undefined => process.env.BADGE_SIGNING_KEY
