export type PhotoProblem = 'unreadable' | 'full' | 'unavailable' | 'tooMany'

/** Adds chosen pictures in order up to the limit; one that fails does not count. Returns all problems, each once. */
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
    if (why === 'full' || why === 'unavailable') break // the next one would fail too
  }
  return [...problems]
}
