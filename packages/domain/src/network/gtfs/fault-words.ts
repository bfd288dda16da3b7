import english from '../../../messages/en.json' with { type: 'json' }
import { ownTexts } from '../../shared/own-texts.ts'
import type { GtfsProblem } from './problems.ts'

// What can be wrong with a feed is said in English where it is found, as the command line prints it. Each of these
// sentences is a text of this package, with values for `{a}` and `{b}`: by its name the console says it in its languages.

const SENTENCES = Object.entries(english.faults).map(([name, text]) => {
  const pattern = text.replaceAll(/[.()/]/g, '\\$&').replaceAll(/\{[ab]\}/g, '(.+)')
  return { name, pattern: new RegExp(`^${pattern}$`, 's') }
})

/** The name of a sentence, and its values; empty for one that has none. */
export function codeOf(sentence: string): string[] {
  for (const { name, pattern } of SENTENCES) {
    const [whole, ...values] = pattern.exec(sentence) ?? []
    if (whole !== undefined) return [name, ...values]
  }
  return []
}

type Told = Pick<GtfsProblem, 'codes' | 'reason' | 'done'>

/** Says in a language what is wrong, and what is done about it; `isEnglish` where one of both is not known in it. */
export async function faultsIn(
  language: string,
): Promise<(fault: Told) => Pick<Told, 'reason' | 'done'> & { isEnglish: boolean }> {
  const { faults = {} } = (await ownTexts())[language] ?? {}
  const say = ([name = '', ...values]: readonly string[]) =>
    faults[name]?.replaceAll(/\{([ab])\}/g, (_, value) => values[value === 'a' ? 0 : 1] ?? '')
  return ({ codes, reason, done }) => {
    const [own, mend] = [say(codes.reason), done === null ? null : say(codes.done)]
    if (own === undefined || mend === undefined) return { reason, done, isEnglish: true }
    return { reason: codes.example === null ? own : `"${codes.example}" ${own}`, done: mend, isEnglish: false }
  }
}
