import { VEHICLE_CHECKS } from '../shared/choices.ts'
import { inCityWords } from '../shared/city-words.ts'
import { PLATE_KEY, STICKER_KEY, VEHICLE_FACTS } from '../shared/limits.ts'

// The entry form as an XLSForm, for ODK, KoboToolbox and Survey123: the same questions with the same names as the
// columns of the exported entries, so that what comes from there can be joined with what comes from here.
// https://xlsform.org/en/ref-table/

const { seats: SEATS } = VEHICLE_FACTS

type Labels = { en: string; sw: string }
type Named = { id: string; name: string }
export type Sheet = { name: string; rows: string[][] }

const CHECK_LABELS: Record<(typeof VEHICLE_CHECKS)[number], Labels> = {
  tyres: { en: 'Tyres', sw: 'Magurudumu' },
  lights: { en: 'Lights', sw: 'Taa' },
  mirrors: { en: 'Mirrors', sw: 'Vioo vya pembeni' },
  doors: { en: 'Doors', sw: 'Milango' },
  windows: { en: 'Windows', sw: 'Madirisha' },
  seats: { en: 'Seats', sw: 'Viti' },
  seatBelts: { en: 'Seat belts', sw: 'Mikanda ya usalama' },
  fireExtinguisher: { en: 'Fire extinguisher', sw: 'Kizima moto' },
  firstAidKit: { en: 'First-aid kit', sw: 'Kisanduku cha huduma ya kwanza' },
  speedGovernor: { en: 'Speed governor', sw: 'Kidhibiti mwendo' },
  emergencyExit: { en: 'Emergency exit', sw: 'Mlango wa dharura' },
  routeSign: { en: 'Route sign', sw: 'Kibao cha njia' },
}

type Question = {
  type: string
  name: string
  label?: Labels
  hint?: Labels
  required?: true
  constraint?: string
  message?: Labels
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
    label: { en: 'Number plate', sw: 'Nambari ya gari' },
    hint: { en: 'As on the vehicle, like %plate%', sw: 'Kama ilivyo kwenye gari, mfano %plate%' },
    required: true,
    constraint: anySpelling(PLATE_KEY),
    message: { en: 'Enter a plate like %plate%.', sw: 'Weka nambari kama %plate%.' },
  },
  {
    type: 'select_one sacco',
    name: 'saccoId',
    label: { en: '%Operator% or company', sw: '%Operator% au kampuni' },
    appearance: 'minimal autocomplete',
  },
  {
    type: 'text',
    name: 'sacco',
    label: { en: 'Name as written on the vehicle', sw: 'Jina kama lilivyoandikwa kwenye gari' },
    relevant: `${answerTo('saccoId')} = 'other'`,
  },
  {
    type: 'select_multiple route',
    name: 'routeIds',
    label: { en: 'Routes', sw: 'Njia' },
    appearance: 'minimal autocomplete',
  },
  {
    type: 'integer',
    name: 'seats',
    label: { en: 'Seats', sw: 'Viti' },
    constraint: `. >= ${SEATS.least} and . <= ${SEATS.most}`,
    message: {
      en: `Enter a number from ${SEATS.least} to ${SEATS.most}.`,
      sw: `Weka nambari kati ya ${SEATS.least} na ${SEATS.most}.`,
    },
  },
  { type: 'text', name: 'fleetName', label: { en: 'Name on the vehicle', sw: 'Jina kwenye gari' } },
  {
    type: 'select_one sticker',
    name: 'stickerStatus',
    label: { en: 'Salama sticker', sw: 'Kibandiko cha Salama' },
    appearance: 'columns-pack',
  },
  {
    type: 'text',
    name: 'stickerCode',
    label: { en: 'Sticker code', sw: 'Nambari kwenye kibandiko' },
    hint: { en: 'Under the QR code, like V-7K3M9QXR', sw: 'Chini ya msimbo wa QR, kama V-7K3M9QXR' },
    constraint: anySpelling(STICKER_KEY),
    message: { en: 'V- and eight letters or digits.', sw: 'V- na herufi au tarakimu nane.' },
    relevant: `${answerTo('stickerStatus')} = 'seen' or ${answerTo('stickerStatus')} = 'placed'`,
  },
  { type: 'begin_group', name: 'checks', label: { en: 'Condition', sw: 'Hali' }, appearance: 'field-list' },
  ...VEHICLE_CHECKS.map(
    (check): Question => ({
      type: 'select_one finding',
      name: `check_${check}`,
      label: CHECK_LABELS[check],
      appearance: 'columns-pack',
    }),
  ),
  { type: 'end_group', name: 'checks' },
  { type: 'geopoint', name: 'place', label: { en: 'Location', sw: 'Mahali' } },
  {
    type: 'image',
    name: 'photo',
    label: { en: 'Photo', sw: 'Picha' },
    hint: { en: 'The vehicle, not people', sw: 'Gari, si watu' },
  },
  { type: 'text', name: 'note', label: { en: 'Note', sw: 'Maelezo' }, appearance: 'multiline' },
]

const CHOICES: Record<'sticker' | 'finding', readonly [string, Labels][]> = {
  sticker: [
    ['seen', { en: 'Already there', sw: 'Kipo' }],
    ['placed', { en: 'I put one on', sw: 'Nimekibandika' }],
    ['missing', { en: 'Missing', sw: 'Hakipo' }],
  ],
  finding: [
    ['ok', { en: 'OK', sw: 'Sawa' }],
    ['faulty', { en: 'Faulty', sw: 'Mbovu' }],
    ['missing', { en: 'Missing', sw: 'Haipo' }],
    ['not_checked', { en: 'Not checked', sw: 'Haijaangaliwa' }],
  ],
}

const LABEL = (of: string) => [`${of}::English (en)`, `${of}::Kiswahili (sw)`]
/** Form tools read `${name}` in a label as a reference to an answer, and drop spaces around it. */
const asText = (name: string) => name.replaceAll('${', '$ {').trim()
const both = (labels: Labels | undefined) => [inCityWords(labels?.en ?? '', 'en'), inCityWords(labels?.sw ?? '', 'sw')]

/** The sheets of the form, with the operator groups and routes to choose from. `version`: of the lists, as a number. */
export function xlsForm(lists: { saccos: readonly Named[]; routes: readonly Named[]; version: string }): Sheet[] {
  const named = (list: string) => (each: Named) => [list, each.id, asText(each.name), asText(each.name)]
  // A list without choices is refused: where no routes are known yet, there is no question about them.
  const questions = QUESTIONS.filter(({ type }) => lists.routes.length > 0 || type !== 'select_multiple route')
  const other: Labels = { en: 'Another one', sw: 'Nyingine' }
  return [
    {
      name: 'survey',
      rows: [
        [
          'type',
          'name',
          ...LABEL('label'),
          ...LABEL('hint'),
          'required',
          'constraint',
          ...LABEL('constraint_message'),
          'relevant',
          'appearance',
        ],
        ...questions.map(({ type, name, label, hint, required, constraint, message, relevant, appearance }) => [
          type,
          name,
          ...both(label),
          ...both(hint),
          required ? 'yes' : '',
          constraint ?? '',
          ...both(message),
          relevant ?? '',
          appearance ?? '',
        ]),
      ],
    },
    {
      name: 'choices',
      rows: [
        ['list_name', 'name', ...LABEL('label')],
        ...Object.entries(CHOICES).flatMap(([list, choices]) =>
          choices.map(([name, label]) => [list, name, ...both(label)]),
        ),
        ...lists.saccos.map(named('sacco')),
        ['sacco', 'other', ...both(other)],
        ...lists.routes.map(named('route')),
      ],
    },
    {
      name: 'settings',
      rows: [
        ['form_title', 'form_id', 'version', 'default_language', 'instance_name'],
        ['Salama vehicle entry', 'salama_vehicle_entry', lists.version, 'English (en)', answerTo('plate')],
      ],
    },
  ]
}
