type Answer<Row> = { data: Row[]; page: { nextCursor: string | null } }

/** A list that is longer than this is not one to walk. */
const MOST_PAGES = 20

/** The first row that fits of a short list that is told in pages; null where there is none. */
export async function findInPages<Row>(
  list: (page: { limit: number; cursor?: string }) => Promise<Answer<Row>>,
  fits: (row: Row) => boolean,
): Promise<Row | null> {
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer: Answer<Row> = await list({ limit: 100, ...(cursor !== null && { cursor }) })
    const found = answer.data.find(fits)
    if (found !== undefined) return found
    cursor = answer.page.nextCursor
    if (cursor === null) break
  }
  return null
}
