export type PhotoTrouble = 'unreadable' | 'full' | 'unavailable' | 'tooMany'

/**
 * Keeps chosen pictures in their order while there is room; one that cannot be taken uses up none of it. Answers all that
 * went wrong, each trouble once.
 */
export async function takePhotos<Picture>(
  chosen: readonly Picture[],
  room: number,
  keep: (picture: Picture) => Promise<PhotoTrouble | null>,
): Promise<PhotoTrouble[]> {
  const troubles = new Set<PhotoTrouble>()
  let left = room
  for (const picture of chosen) {
    if (left === 0) {
      troubles.add('tooMany')
      break
    }
    const why = await keep(picture)
    if (why === null) left--
    else troubles.add(why)
    if (why === 'full' || why === 'unavailable') break // there is no room for the next one either
  }
  return [...troubles]
}
