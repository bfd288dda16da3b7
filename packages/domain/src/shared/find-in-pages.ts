type Answer<Row> = { data: Row[]; page: { nextCursor: string | null } }
type List<Row> = (page: { limit: number; cursor?: string }) => Promise<Answer<Row>>

/** Longer lists should not be walked page by page. */
const MAX_PAGES = 20

async function* pagesOf<Row>(list: List<Row>): AsyncGenerator<Row[]> {
  let cursor: string | null = null
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer: Answer<Row> = await list({ limit: 100, ...(cursor !== null && { cursor }) })
    yield answer.data
    cursor = answer.page.nextCursor
    if (cursor === null) return
  }
}

/** The first matching row of a short paginated list, or null. */
export async function findInPages<Row>(list: List<Row>, fits: (row: Row) => boolean): Promise<Row | null> {
  for await (const rows of pagesOf(list)) {
    const found = rows.find(fits)
    if (found !== undefined) return found
  }
  return null
}

/** All rows of a short paginated list. */
export async function listPages<Row>(list: List<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of pagesOf(list)) all.push(...rows)
  return all
}
