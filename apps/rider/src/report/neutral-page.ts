/** The harmless page to which the quick exit leads: app/time.html. */
export const NEUTRAL_PAGE = '/time.html'
