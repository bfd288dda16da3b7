type Answer<Row> = { data: Row[]; page: { nextCursor: string | null } }

/** Longer lists should not be walked page by page. */
const MOST_PAGES = 20

/** The first matching row of a short paginated list, or null. */
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
