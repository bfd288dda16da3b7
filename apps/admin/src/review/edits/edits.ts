/** A reviewer's corrections by field: only values that differ from the original. */
export type Edits = Record<string, unknown>
export type EditProps = { edits: Edits; onChange: (edits: Edits) => void }

/** Adds an edit, or removes it when it equals the original. */
export function withEdit(edits: Edits, name: string, value: unknown, original: unknown): Edits {
  const { [name]: _, ...others } = edits
  return JSON.stringify(value) === JSON.stringify(original) ? others : { ...others, [name]: value }
}

/** The value of a text edit for its field. */
export const textOf = (edits: Edits, name: string, original: string) =>
  name in edits ? String(edits[name] ?? '') : original
