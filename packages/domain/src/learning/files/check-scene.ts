import { type Scene, sceneOf } from '../../shared/scene.ts'
import { fail, type Line, linesOf } from './text-file.ts'

// What a situation (shared/scene.ts) must be, said with file and line.

const MAX_WORDS = 80
const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length

/** The situation in a lesson's file, or null. @throws {ContentError} naming file and line */
export function readScene(path: string, text: string): Scene | null {
  const scene = sceneOf(text)
  const lines = linesOf(path)
  const lineOf = (part: string): Line => lines.find((each) => each.text.includes(part)) ?? { path, n: 1, text: '' }
  if (!scene) {
    if (/\]\(#/.test(text)) fail(lineOf(']('), 'a choice belongs to a part: "## What happens {#its-key}"')
    return null
  }
  const odd = lines.find((each) => each.text.startsWith('## ') && !/\{#[a-z0-9-]+\}$/.test(each.text))
  if (odd) fail(odd, 'a part of a situation is written as "## What happens {#its-key}"')
  if (scene.place === '')
    fail(lineOf(scene.parts[0]?.key ?? ''), 'where and when it happens is missing, below the title')
  const keys = scene.parts.map(({ key }) => key)
  for (const [at, { key, choices, costs, why, from, ...part }] of scene.parts.entries()) {
    const line = lineOf(`{#${key}}`)
    if (keys.indexOf(key) < at) fail(line, `two parts have the key "${key}"`)
    if (at > 0 && from === null) fail(line, `no choice of an earlier part leads to "${key}"`)
    if (choices.length === 1 || choices.length > 4) fail(line, 'a part has two to four choices, or none as an end')
    if (at === 0 && choices.length < 3) fail(line, 'the first part has three or four choices')
    for (const { to } of choices)
      if (!keys.slice(at + 1).includes(to)) fail(lineOf(`(#${to})`), `no later part has the key "${to}"`)
    if (choices.length === 0 && costs.length < 2)
      fail(line, 'an end says what it cost: "- Safety: Among people", twice or more')
    if (choices.length === 0 && why === '') fail(line, 'the reason is missing: "> Why it is so."')
    const words = wordsIn([part.title, part.text, why, ...choices.map(({ text: each }) => each)].join(' '))
    if (words > MAX_WORDS) fail(line, `a part has ${MAX_WORDS} words at most, and this one ${words}`)
  }
  return scene
}

/** @throws {ContentError} where a translation branches in another way */
export function sameScene(
  lead: { path: string; scene: Scene | null },
  other: { path: string; scene: Scene | null },
): void {
  const shape = (scene: Scene | null) =>
    scene?.parts.map(({ key, choices, costs }) => [key, choices.map(({ to }) => to).join(), costs.length].join(' ')) ??
    []
  const [expected, found] = [shape(lead.scene), shape(other.scene)]
  const at = Math.max(expected.length, found.length)
  for (let n = 0; n < at; n++) {
    if (expected[n] === found[n]) continue
    const key = other.scene?.parts[n]?.key
    const line = linesOf(other.path).find((each) => key !== undefined && each.text.endsWith(`{#${key}}`))
    fail(line ?? { path: other.path, n: 1 }, `${lead.path.split('/').at(-1)} has other parts, choices or costs here`)
  }
}
