/** The last heading, where links to other sites follow it: lessons have those nowhere else. It is so in any language. */
const SOURCES = /^## (?![\s\S]*^## )(?=[\s\S]*\]\(https?:)/m

/**
 * A lesson as short cards: each paragraph with its list or quotation, a heading with what follows. Sources are apart.
 */
export function cardsOf(text: string): { cards: string[]; sources: string | null } {
  const at = text.search(SOURCES)
  const body = at < 0 ? text : text.slice(0, at)
  const cards: string[] = []
  let isAfterHeading = false
  for (const block of body.split(/\n{2,}/).map((each) => each.trim())) {
    if (block === '') continue
    const belongs = isAfterHeading || /^(?:[-*>]|\d+\.) /.test(block)
    if (belongs && cards.length > 0) cards.push(`${cards.pop()}\n\n${block}`)
    else cards.push(block)
    isAfterHeading = /^#/.test(block)
  }
  return { cards, sources: at < 0 ? null : text.slice(at).trim() }
}
