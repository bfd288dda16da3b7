export type PhotoProblem = 'unreadable' | 'full' | 'unavailable' | 'tooMany'

/**
 * Keeps chosen pictures in their order while there is room; one that cannot be taken uses up none of it. Answers all that
 * went wrong, each trouble once.
 */
export async function addPhotos<Picture>(
  chosen: readonly Picture[],
  room: number,
  keep: (picture: Picture) => Promise<PhotoProblem | null>,
): Promise<PhotoProblem[]> {
  const problems = new Set<PhotoProblem>()
  let left = room
  for (const picture of chosen) {
    if (left === 0) {
      problems.add('tooMany')
      break
    }
    const why = await keep(picture)
    if (why === null) left--
    else problems.add(why)
    if (why === 'full' || why === 'unavailable') break // there is no room for the next one either
  }
  return [...problems]
}
