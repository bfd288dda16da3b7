/** The centre of the city, the default centre of a map. */
export const NAIROBI = { lat: -1.2864, lng: 36.8172 } as const

/** Of latitude everywhere, and of longitude near the equator. */
export const METRES_PER_DEGREE = 111_320
