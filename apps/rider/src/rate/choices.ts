/** Best first, as the form shows them. */
export const STARS = ['5', '4', '3', '2', '1'] as const

/** The tags of the contract by what they say; a test compares them with it. */
export const GOOD_TAGS = ['safe_driving', 'courteous', 'clean', 'on_time', 'fair_fare'] as const
export const BAD_TAGS = ['reckless', 'overloaded', 'rude', 'dirty', 'late', 'overcharged', 'loud'] as const
