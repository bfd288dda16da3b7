/** There is no service worker in development: it would show outdated pages. */
export const IS_DEVELOPMENT = process.env.NODE_ENV === 'development'
