/** Pages that depend on nothing but their URL: they read as a visitor, and no cookie. */
const PUBLIC = /^\/(?:(?:v|saccos|corridors|routes)\/[^/]+|corridors|about-data)$/

/** `path`: without the language. */
export const isPublicPage = (path: string) => PUBLIC.test(path)
