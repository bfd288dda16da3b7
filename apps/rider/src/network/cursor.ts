/** `?cursor=` of an address, as far as it can be one. */
export const cursorOf = (raw: unknown) => (typeof raw === 'string' && raw.length <= 400 ? { cursor: raw } : {})
