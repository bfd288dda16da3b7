/** What a reviewer puts right, by the field of the subject: only what differs from what was said. */
export type Edits = Record<string, unknown>
export type EditProps = { edits: Edits; onChange: (edits: Edits) => void }

/** An edit more, or, where it is what was said, one less. */
export function withEdit(edits: Edits, name: string, value: unknown, said: unknown): Edits {
  const { [name]: _, ...others } = edits
  return JSON.stringify(value) === JSON.stringify(said) ? others : { ...others, [name]: value }
}

/** A text among the edits, as it stands in its field. */
export const textOf = (edits: Edits, name: string, said: string) => (name in edits ? String(edits[name] ?? '') : said)
