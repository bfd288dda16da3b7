/**
 * What a build knows of its city, as JSON: the settings that pages need, and the words for its texts, which only servers
 * have. Undefined in processes that are not built, which read the folder of the city.
 */
export const CITY_IN_BUILD = process.env.SALAMA_CITY
export const CITY_WORDS_IN_BUILD = process.env.SALAMA_CITY_WORDS

/** The city that was chosen for this process: a folder of `cities`, or the path of a folder elsewhere. */
export const chosenCity = (): string | undefined => process.env.CITY || undefined
