/** While it is developed there is no service worker: it would show yesterday's page. */
export const IS_DEVELOPMENT = process.env.NODE_ENV === 'development'
