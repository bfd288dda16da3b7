import { z } from 'zod'
import { CATEGORY_CODES } from './categories.ts'

// `cities/<name>/city.json`. docs/another-city.md says how to write one; a test holds its list of fields to this.

const Language = z.string().regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?$/, 'a language like en, sw or sr-Latn')
const Text = z.string().trim().min(1)
const PerLanguage = z.record(Language, Text)

const isRegex = (text: string) => {
  try {
    new RegExp(text)
    return true
  } catch {
    return false
  }
}
/** What PostgreSQL and JavaScript both read alike: classes, groups, counts, alternatives and lookahead. */
const Pattern = z.string().refine(isRegex, 'a regular expression').startsWith('^').endsWith('$')

/** How many groups a pattern has: the empty alternative matches, with all of them undefined. */
const hasGroups = (count: number) => (pattern: string) =>
  isRegex(pattern) && new RegExp(`${pattern}|`).exec('')?.length === count + 1

const isLocale = (name: string) => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(name).length === 1
  } catch {
    return false
  }
}

const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name.includes('/') || name === 'UTC'
  } catch {
    return false
  }
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

const Plates = z.strictObject({
  usual: Pattern.refine(hasGroups(2), 'a pattern of two groups').describe(
    'The usual plates, in capitals and digits without spaces. Two groups: the parts before and after the space on screen. Other plates can be reported too, after a question.',
  ),
  examples: z
    .array(Text)
    .min(1)
    .describe('Plates as they are written on vehicles, of each usual form; the first is shown as the hint.'),
  invented: z
    .array(Text)
    .min(6)
    .describe('Plates of a usual form that no vehicle has: the demo and examples have them.'),
  lookAlikes: z
    .array(
      z.strictObject({
        spaced: z.boolean().describe('Whether it reads the plate with single spaces, and before those without.'),
        pattern: Pattern.refine(hasGroups(3), 'a pattern of three groups'),
      }),
    )
    .describe(
      'Where only digits can be: patterns of three groups. In the second one O, I and L are read as 0, 1 and 1. Empty where letters and digits cannot be told apart by their place.',
    ),
})

const Helpline = z.strictObject({
  number: z.string().regex(/^[*#+0-9][*#0-9 ]*$/),
  for: PerLanguage.describe('What it is for, in every language.'),
  emergency: z.boolean().describe('Whether to call it in danger.'),
  categories: z.array(z.enum(CATEGORY_CODES)).describe('The categories of reports for which it is the first to call.'),
})

const Credit = z.strictObject({
  name: Text.describe('Who made the data, as maps show it.'),
  url: z.url().optional(),
  about: PerLanguage.describe('The full credit, on the page about the data.'),
})

/** The words of the place that texts use: `stop` is "stage" in Nairobi and "parada" in Mexico City. */
const WORDS = ['stop', 'stops', 'operator', 'operators', 'vehicle', 'vehicles', 'fleet'] as const
const Words = z.strictObject(Object.fromEntries(WORDS.map((word) => [word, Text])) as Record<Word, typeof Text>)
type Word = (typeof WORDS)[number]

export const CityFile = z.strictObject({
  name: PerLanguage.describe('The name of the city.'),
  timeZone: z.string().refine(isTimeZone, 'an IANA time zone').describe('An IANA time zone: days and times are its.'),
  centre: z
    .strictObject({ lat: z.number().min(-85).max(85), lng: z.number().min(-180).max(180) })
    .describe('Where the map begins without a known place, in degrees.'),
  zoom: z.number().min(3).max(18).describe('How close the map begins.'),
  languages: z
    .tuple([Language], Language)
    .refine((all) => new Set(all).size === all.length, 'each language once')
    .describe('In order; the first is what a visitor gets whose browser asks for none of them.'),
  languageNames: PerLanguage.describe('The name of each language in itself.'),
  formats: z
    .record(Language, z.string().refine(isLocale, 'a locale like en-KE'))
    .describe('For each language the locale whose dates and numbers it has, like en-KE.'),
  currency: z
    .string()
    .refine((code) => CURRENCIES.has(code), 'a currency of ISO 4217 like EUR')
    .describe('The currency of fares and other amounts.'),
  weekBegins: z.int().min(1).max(7).describe('The first day of the week: 1 is Monday, 7 is Sunday.'),
  plates: Plates,
  usualSeats: z
    .strictObject({ least: z.int().min(1), most: z.int().max(200) })
    .refine(({ least, most }) => least <= most, 'the least is more than the most')
    .optional()
    .describe(
      'How many seats a vehicle usually has; other numbers are marked for whoever reviews them. Not set: 7 to 70.',
    ),
  helplines: z.array(Helpline).min(1).describe('In the order in which they are shown.'),
  words: z.record(Language, Words).describe('The words of the place in each language, as in the middle of a sentence.'),
  searchWords: z
    .strictObject({
      kinds: z
        .record(Text, z.enum(['sacco', 'route', 'stop', 'corridor', 'vehicle']))
        .describe('Words, in lower case, that mean a kind of what is found: sacco is an operator.'),
      anyStop: Pattern.describe('Texts, in lower case, that mean any stop, like "bus stop".'),
      towards: z
        .array(Text)
        .describe('Words between the places of a journey, in lower case: "to" in "Karen to CBD". No signs.')
        .optional(),
      centre: z
        .array(Text)
        .describe('What people call the centre of the city, in lower case and without accents, such as "cbd".')
        .optional(),
      companies: z.array(Text).describe('Words that names of operators have in common, such as "limited".'),
    })
    .describe('What people type in a search, in all languages.'),
  examples: z
    .strictObject({
      search: z.array(Text).min(1).max(6).describe('What the search page suggests.'),
      stops: z.array(Text).min(1).max(3).describe('Stops in hints.'),
      road: Text.describe('A main road.'),
    })
    .describe('Names that are there.'),
  credits: z.array(Credit).min(1).describe('Whom maps and the page about the data name for routes and stops.'),
  streets: PerLanguage.describe('The full credit of streets, place names and the border.'),
  licence: z
    .strictObject({ name: Text, url: z.url().optional() })
    .nullable()
    .describe('The licence of routes and stops, null where none is known.'),
  dataLicence: z
    .strictObject({ name: Text, url: z.url() })
    .optional()
    .describe('The licence of what riders reported, for those who use it elsewhere. Not set: CC BY 4.0.'),
  unchecked: z
    .array(Text)
    .default([])
    .describe('What nobody has checked on the spot, as whoever runs the service reads it.'),
  quickExit: PerLanguage.describe('The title of the harmless page to which the quick exit leads: it shows a clock.'),
})
export type CityFile = z.infer<typeof CityFile>

/** What servers alone need; pages are kept small. */
type Elsewhere =
  | 'words'
  | 'credits'
  | 'streets'
  | 'licence'
  | 'dataLicence'
  | 'quickExit'
  | 'searchWords'
  | 'weekBegins'
  | 'unchecked'

/** The settings that pages need too. */
export type City = Omit<CityFile, Elsewhere>

/** The variables that a build replaces, for `env.ts`. */
export function inBuild(file: CityFile) {
  const { words, credits, streets, licence, dataLicence, quickExit, searchWords, weekBegins, unchecked, ...city } = file
  return {
    SALAMA_CITY: JSON.stringify(city),
    SALAMA_CITY_WORDS: JSON.stringify({ words, credits, streets, licence, dataLicence, quickExit }),
  }
}

/** Parses the text of a `city.json`. @throws {Error} that names each field that is wrong, and what it should be */
export function parseCity(json: string, file: string): CityFile {
  const parsed = CityFile.safeParse(asJson(json, file))
  const faults = parsed.success ? contradictions(parsed.data) : parsed.error.issues.map(describe)
  if (!parsed.success || faults.length > 0) throw new Error(`${file} is not valid:\n${faults.join('\n')}`)
  return parsed.data
}

function asJson(json: string, file: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}

const describe = ({ path, message }: { path: PropertyKey[]; message: string }) => `  ${path.join('.')}: ${message}`

/** What the shape cannot say: every language has its texts, and the examples are plates. */
function contradictions(city: CityFile): string[] {
  const texts: [string, Record<string, unknown>][] = [
    ['name', city.name],
    ['languageNames', city.languageNames],
    ['formats', city.formats],
    ['words', city.words],
    ['streets', city.streets],
    ['quickExit', city.quickExit],
    ...city.helplines.map((line): [string, object & Record<string, string>] => [`helplines ${line.number}`, line.for]),
    ...city.credits.map((credit): [string, object & Record<string, string>] => [
      `credits ${credit.name}`,
      credit.about,
    ]),
  ]
  const usual = new RegExp(city.plates.usual)
  return [
    ...texts.flatMap(([at, given]) =>
      city.languages.filter((each) => !(each in given)).map((each) => `  ${at}: the language ${each} is missing`),
    ),
    ...[...city.plates.examples, ...city.plates.invented]
      .filter((plate) => !usual.test(plate.replace(/[^A-Z0-9]/g, '')))
      .map((plate) => `  plates: ${plate} is not a usual plate`),
    ...(city.helplines.some((line) => line.emergency) ? [] : ['  helplines: none is for emergencies']),
  ]
}
