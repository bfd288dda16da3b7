/** Where the words of an audited action are. What was decided in review is called as in the history of an entry. */
export const actionKey = (action: string) =>
  action.startsWith('review.')
    ? action.replace('review.', 'review.moved.')
    : `audit.actions.${action.replace('.', '_')}`

/** What the log can tell of an act, in the order in which it is read; the database gives it in no order. */
export const DETAILS = [
  'kind',
  'subjectId',
  'decision',
  'roles',
  'before',
  'after',
  'slotCount',
  'alias',
  'from',
  'into',
  'name',
  'feed',
  'fileName',
  'publicCode',
  'version',
]
