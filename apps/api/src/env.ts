/** Hot reload needs `eval`, which the pages of a build never get. */
export const IS_DEVELOPMENT = process.env.NODE_ENV === 'development'
