/** Three decimals, about 110 m: precise enough for what is nearby, and all that a URL says of where somebody is. */
export const roundLocation = (degrees: number) => Math.round(degrees * 1000) / 1000
