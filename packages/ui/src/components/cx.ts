/** Joins class names; skips false and undefined. */
export const cx = (...names: (string | false | undefined | null)[]) => names.filter(Boolean).join(' ')
