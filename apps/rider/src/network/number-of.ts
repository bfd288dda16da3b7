type Named = { name: string; shortName: string }

/** The number with which a route's name begins, as people say it: of a feed's "0027" the 27. */
export function numberOf({ name, shortName }: Named): string {
  const [first = ''] = name.split(' ', 1)
  if (name.startsWith(`${shortName} `) || name === shortName) return shortName
  return shortName.includes(first) ? first : ''
}
