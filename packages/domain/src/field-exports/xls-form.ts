import { VEHICLE_CHECKS } from '../shared/choices.ts'
import { CITY } from '../shared/city.ts'
import { PLATE_KEY, STICKER_KEY, VEHICLE_FACTS } from '../shared/limits.ts'
import { ownTexts } from '../shared/own-texts.ts'

// The entry form as an XLSForm, for ODK, KoboToolbox and Survey123: the same questions with the same names as the
// columns of the exported entries, so that what comes from there can be joined with what comes from here.
// https://xlsform.org/en/ref-table/

const { seats: SEATS } = VEHICLE_FACTS

type Named = { id: string; name: string }
export type Sheet = { name: string; rows: string[][] }

type Question = {
  type: string
  name: string
  required?: true
  constraint?: string
  relevant?: string
  appearance?: string
}

/** How a form refers to an answer. */
const answerTo = (name: string) => `\${${name}}`

/**
 * A key in any spelling as a constraint: spaces and hyphens may stand between its letters and digits, which may be small.
 * A phone's expressions have no lookahead, so that is a condition of its own.
 */
const anySpelling = (key: RegExp): string => {
  const [, ahead, rest = ''] = /^\^(?:\(\?=(.*?)\))?(.*)\$$/.exec(key.source) ?? []
  const letters = rest
    .replace(/\[[^\]]*A-Z[^\]]*\]/g, (of) => `(${of.replace('A-Z', 'A-Za-z')}[ -]?)`)
    .replace(/^V/, '[Vv][ -]?')
  return [`regex(., '^${letters}$')`, ...(ahead ? [`regex(., '^${ahead}.*$')`] : [])].join(' and ')
}

const QUESTIONS: readonly Question[] = [
  { type: 'start', name: 'start' },
  { type: 'end', name: 'end' },
  { type: 'username', name: 'username' },
  {
    type: 'text',
    name: 'plate',
    required: true,
    constraint: anySpelling(PLATE_KEY),
  },
  {
    type: 'select_one sacco',
    name: 'saccoId',
    appearance: 'minimal autocomplete',
  },
  {
    type: 'text',
    name: 'sacco',
    relevant: `${answerTo('saccoId')} = 'other'`,
  },
  {
    type: 'select_multiple route',
    name: 'routeIds',
    appearance: 'minimal autocomplete',
  },
  {
    type: 'integer',
    name: 'seats',
    constraint: `. >= ${SEATS.least} and . <= ${SEATS.most}`,
  },
  { type: 'text', name: 'fleetName' },
  {
    type: 'select_one sticker',
    name: 'stickerStatus',
    appearance: 'columns-pack',
  },
  {
    type: 'text',
    name: 'stickerCode',
    constraint: anySpelling(STICKER_KEY),
    relevant: `${answerTo('stickerStatus')} = 'seen' or ${answerTo('stickerStatus')} = 'placed'`,
  },
  { type: 'begin_group', name: 'checks', appearance: 'field-list' },
  ...VEHICLE_CHECKS.map(
    (check): Question => ({
      type: 'select_one finding',
      name: `check_${check}`,
      appearance: 'columns-pack',
    }),
  ),
  { type: 'end_group', name: 'checks' },
  { type: 'geopoint', name: 'place' },
  {
    type: 'image',
    name: 'photo',
  },
  { type: 'text', name: 'note', appearance: 'multiline' },
]

const CHOICES = {
  sticker: ['seen', 'placed', 'missing'],
  finding: ['ok', 'faulty', 'missing', 'not_checked'],
} as const

/** Form tools read `${name}` in a label as a reference to an answer, and drop spaces around it. */
const asText = (name: string) => name.replaceAll('${', '$ {').trim()

type Lists = { saccos: readonly Named[]; routes: readonly Named[]; version: string }

/** The sheets of the form, with the operator groups and routes to choose from. `version`: of the lists, as a number. */
export async function xlsForm({ saccos, routes, version }: Lists): Promise<Sheet[]> {
  const texts = Object.entries(await ownTexts())
  const languages = texts.map(([language]) => `${CITY.languageNames[language]} (${language})`)
  const columns = (of: string) => languages.map((language) => `${of}::${language}`)
  type Kind = 'label' | 'hint' | 'constraint_message' | keyof typeof CHOICES
  const said = (kind: Kind, name: string) =>
    texts.map(([, { xlsForm }]) =>
      (xlsForm[kind][name] ?? '').replace('{least}', `${SEATS.least}`).replace('{most}', `${SEATS.most}`),
    )
  const named = (list: string) => (each: Named) => [list, each.id, ...languages.map(() => asText(each.name))]
  // A list without choices is refused: where no routes are known yet, there is no question about them.
  const questions = QUESTIONS.filter(({ type }) => routes.length > 0 || type !== 'select_multiple route')
  return [
    {
      name: 'survey',
      rows: [
        [
          'type',
          'name',
          ...columns('label'),
          ...columns('hint'),
          'required',
          'constraint',
          ...columns('constraint_message'),
          'relevant',
          'appearance',
        ],
        ...questions.map(({ type, name, required, constraint, relevant, appearance }) => [
          type,
          name,
          ...said('label', type === 'end_group' ? '' : name),
          ...said('hint', name),
          required ? 'yes' : '',
          constraint ?? '',
          ...said('constraint_message', name),
          relevant ?? '',
          appearance ?? '',
        ]),
      ],
    },
    {
      name: 'choices',
      rows: [
        ['list_name', 'name', ...columns('label')],
        ...(['sticker', 'finding'] as const).flatMap((list) =>
          CHOICES[list].map((name) => [list, name, ...said(list, name)]),
        ),
        ...saccos.map(named('sacco')),
        ['sacco', 'other', ...texts.map(([, { xlsForm }]) => xlsForm.other)],
        ...routes.map(named('route')),
      ],
    },
    {
      name: 'settings',
      rows: [
        ['form_title', 'form_id', 'version', 'default_language', 'instance_name'],
        ['Salama', 'salama_vehicle_entry', version, languages[0] ?? '', answerTo('plate')],
      ],
    },
  ]
}
