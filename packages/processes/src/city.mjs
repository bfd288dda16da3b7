/** The city that everything here runs for: a folder of `cities`, or the path of a folder elsewhere. */
export const CITY = process.env.CITY || 'nairobi'
