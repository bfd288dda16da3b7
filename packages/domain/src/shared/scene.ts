// A situation: a lesson whose text branches. It is Markdown like every lesson, so that it reads on wherever a client does
// not know situations: `## What happens {#key}` begins a part, `- [A choice](#key)` leads to a later one,
// `- Name: what it cost` is a consequence, and `>` says why. Without a choice a part is an end.

export type ScenePart = {
  key: string
  title: string
  /** Markdown. */
  text: string
  choices: { text: string; to: string }[]
  costs: { name: string; text: string }[]
  /** Why it went like this; empty in the first part. */
  why: string
  /** The part whose choice leads here; null in the first one. */
  from: string | null
}
export type Scene = { place: string; parts: ScenePart[] }

const PART = /^## (?<title>.+?) \{#(?<key>[a-z0-9-]+)\}$/
const CHOICE = /^- \[(?<text>.+)\]\(#(?<to>[a-z0-9-]+)\)$/
const COST = /^- (?<name>[^:[\]*]{1,24}): (?<text>.+)$/

/** The parts of a situation; null where the text is an ordinary lesson. */
export function sceneOf(text: string): Scene | null {
  const place: string[] = []
  const parts: ScenePart[] = []
  for (const line of text.split('\n').map((each) => each.trimEnd())) {
    const part = parts.at(-1)
    const head = PART.exec(line)?.groups
    const choice = CHOICE.exec(line)?.groups
    const cost = COST.exec(line)?.groups
    if (head) {
      const { title = '', key = '' } = head
      const from = parts.find(({ choices }) => choices.some(({ to }) => to === key))?.key ?? null
      parts.push({ key, title, text: '', choices: [], costs: [], why: '', from })
    } else if (!part) place.push(line)
    else if (choice) part.choices.push({ text: choice.text ?? '', to: choice.to ?? '' })
    else if (cost) part.costs.push({ name: cost.name ?? '', text: cost.text ?? '' })
    else if (line.startsWith('>')) part.why = `${part.why} ${line.slice(1).trim()}`.trim()
    else part.text = `${part.text}\n${line}`.trim()
  }
  return parts.length === 0 ? null : { place: place.join('\n').trim(), parts }
}
