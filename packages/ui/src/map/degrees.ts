/** Of latitude everywhere, and of longitude near the equator. */
export const METRES_PER_DEGREE = 111_320

/** Half a coarse cell: the database's grid has steps of 0.01 degrees, at most 1.1 km. */
export const HALF_CELL = 0.005
