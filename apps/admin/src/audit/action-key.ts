/** The message key of an audited action. Review decisions share their messages with an entry's history. */
export const actionKey = (action: string) =>
  action.startsWith('review.')
    ? action.replace('review.', 'review.moved.')
    : `audit.actions.${action.replace('.', '_')}`

/** The key of the sentence that tells an audited action. */
export const sentenceKey = (action: string) => action.replace('.', '_')

/** The details of an action in display order; the database returns them unordered. */
export const DETAILS = [
  'kind',
  'subjectId',
  'photoId',
  'isSearch',
  'decision',
  'measure',
  'size',
  'heldOut',
  'returned',
  'roles',
  'before',
  'after',
  'slotCount',
  'slotsBefore',
  'n',
  'looked',
  'dueAt',
  'dueBefore',
  'alias',
  'from',
  'into',
  'name',
  'feed',
  'fileName',
  'publicCode',
  'to',
  'entryId',
  'version',
  'plate',
  'reports',
  'incidents',
  'ratings',
  'ridersOfBoth',
  'entries',
  'followers',
  'retiredCodes',
  'versions',
  'members',
]
