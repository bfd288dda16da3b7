/** A number between 0 and 1 for each call, the same for the same seed on every device (mulberry32). */
function randomOf(seed: string): () => number {
  let state = [...seed].reduce((hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193), 0x811c9dc5)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * The questions of an attempt, with the options of each in another order than in the attempt before. The first attempt
 * has the author's order. Server and browser agree, because the order follows from the number of the attempt.
 */
export function shuffleOptions<Q extends { key: string; options: readonly unknown[] }>(
  questions: readonly Q[],
  attempt: number,
): Q[] {
  return questions.map((question) => {
    if (attempt === 0) return question
    const random = randomOf(question.key)
    const ranked = question.options.map((option) => ({ option, rank: random() }))
    const mixed = ranked.toSorted((a, b) => a.rank - b.rank).map(({ option }) => option)
    // Turned by one place at each attempt, so that two attempts in a row never have the same order.
    const turn = attempt % mixed.length
    return { ...question, options: [...mixed.slice(turn), ...mixed.slice(0, turn)] }
  })
}
