/** Of latitude everywhere, and of longitude near the equator. */
export const METRES_PER_DEGREE = 111_320
