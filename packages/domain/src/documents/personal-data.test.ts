import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentsFolder, readDocuments } from './files/index.ts'

// Every kind of personal data that is stored, and the words of the privacy text that say so. A table that is in neither
// list fails: whoever adds one decides here whether people are told of it.

type Kind = { tables: string[]; en: string; sw: string; es: string }

const KINDS: Kind[] = [
  {
    tables: ['profiles'],
    en: 'the name that you choose to go by',
    sw: 'jina unalochagua kutumia',
    es: 'el nombre con el que eliges que te conozcan',
  },
  {
    tables: ['proven_sessions', 'deleted_users'],
    en: 'when you signed in',
    sw: 'wakati ulipoingia',
    es: 'cuándo iniciaste sesión',
  },
  {
    tables: ['session_browsers'],
    en: 'in which app and in what kind of browser',
    sw: 'katika programu gani na aina gani ya kivinjari',
    es: 'en qué aplicación y en qué tipo de navegador',
  },
  {
    tables: ['recovery_codes'],
    en: 'recovery codes are kept only as',
    sw: 'misimbo ya dharura huhifadhiwa kama',
    es: 'los códigos de recuperación solo se guardan como',
  },
  // Who may go without one is stored for the admin of a demo alone.
  {
    tables: ['second_factors', 'second_factor_waivers'],
    en: 'the secret of your second factor',
    sw: 'siri ya hatua yako ya pili',
    es: 'el secreto de tu segundo factor',
  },
  {
    tables: ['passkeys'],
    en: 'the public keys of your passkeys',
    sw: 'funguo za umma za passkey zako',
    es: 'las claves públicas de tus llaves de acceso',
  },
  {
    tables: ['second_factor_devices'],
    en: 'fingerprints of the browsers in which you entered its code',
    sw: 'alama za vivinjari ambamo uliweka msimbo wake',
    es: 'las huellas de los navegadores en los que escribiste su código',
  },
  {
    tables: ['external_identities'],
    en: 'another service says that you are',
    sw: 'wewe ni nani kwenye huduma nyingine',
    es: 'quién dice otro servicio que eres',
  },
  {
    tables: ['reports', 'report_additions', 'report_events', 'incident_merges'],
    en: '**Your reports:** what, where, when, the vehicle, your note',
    sw: '**Ripoti zako:** nini, wapi, lini, gari, maelezo yako',
    es: '**Tus reportes:** qué, dónde, cuándo, el vehículo, tu nota',
  },
  {
    tables: ['report_photos'],
    en: '**Photos of your reports:**',
    sw: '**Picha za ripoti zako:**',
    es: '**Las fotos de tus reportes:**',
  },
  { tables: ['report_mails'], en: 'If you ask for a mail', sw: 'Ukiomba barua pepe', es: 'Si pides un correo' },
  {
    tables: ['devices'],
    en: 'a random cookie tells phones apart',
    sw: 'kidakuzi cha nasibu hutofautisha simu',
    es: 'una cookie al azar distingue un teléfono de otro',
  },
  {
    tables: ['report_networks'],
    en: 'a fingerprint of its network address',
    sw: 'alama ya anwani yake ya mtandao',
    es: 'una huella de su dirección de red',
  },
  {
    tables: ['shared_trips'],
    en: 'encrypted on your phone with a key that only the link has',
    sw: 'usimbaji fiche unaofanywa kwenye simu yako, kwa ufunguo ulio kwenye kiungo tu',
    es: 'cifrado en tu teléfono con una clave que solo tiene el enlace',
  },
  {
    tables: ['followers', 'follows', 'alerts'],
    en: '**What you follow:**',
    sw: '**Unachofuatilia:**',
    es: '**Lo que sigues:**',
  },
  {
    tables: ['push_subscriptions'],
    en: 'the address at which your browser',
    sw: 'huduma ya arifa ya kivinjari',
    es: 'el servicio de notificaciones de tu navegador',
  },
  {
    tables: ['feedback', 'feedback_events', 'incident_votes'],
    en: '**Your ratings and votes',
    sw: '**Ulivyokadiria safari',
    es: '**Tus calificaciones y votos',
  },
  {
    tables: ['device_votes'],
    en: 'Without an account they are kept with your phone',
    sw: 'Bila akaunti huhifadhiwa pamoja na alama ya simu',
    es: 'Sin cuenta se guardan con la huella de tu teléfono',
  },
  {
    tables: ['enrolments', 'completed_items', 'quiz_attempts', 'open_quiz_attempts', 'certificates', 'learning_goals'],
    en: '**Your learning:** lessons read, quiz tries, certificates',
    sw: '**Kujifunza kwako:** masomo uliyosoma, majaribio ya maswali, vyeti',
    es: '**Tu aprendizaje:** lecciones leídas, intentos de cuestionarios, constancias',
  },
  {
    tables: ['document_acceptances'],
    en: 'which documents you accepted, and when',
    sw: 'hati ulizokubali, na lini',
    es: 'qué documentos aceptaste y cuándo',
  },
  {
    tables: [
      'surveyor_sessions',
      'surveyor_session_events',
      'collection_entries',
      'collection_entry_events',
      'slot_events',
    ].concat('assignment_slots', 'stage_counts', 'entry_photos', 'vehicle_facts'),
    en: '**Surveyors:** sessions, claims, entries and their photos, and counts at',
    sw: '**Watafiti:** vipindi, nafasi walizochukua, rekodi na picha zake, na idadi',
    es: '**Personas de campo:** turnos, lugares que tomaron, registros con sus fotos y conteos',
  },
  { tables: ['api_keys', 'api_key_usage'], en: '**API keys:**', sw: '**Funguo za API:**', es: '**Claves de API:**' },
  {
    tables: ['webhooks', 'webhook_deliveries'],
    en: 'addresses to which a key sends changes',
    sw: 'Anwani ambazo ufunguo hutuma mabadiliko',
    es: 'direcciones a las que una clave envía cambios',
  },
  {
    tables: ['user_roles', 'role_versions'],
    en: 'who is surveyor or admin',
    sw: 'nani ni mtafiti au msimamizi',
    es: 'quién es persona de campo o de administración',
  },
  {
    tables: ['suspended_users', 'author_measures'],
    en: 'which accounts are suspended',
    sw: 'akaunti zipi zimesimamishwa',
    es: 'qué cuentas están suspendidas',
  },
  {
    tables: [
      'audit_log',
      'incident_events',
      'review_batches',
      'review_entries',
      'review_events',
      'review_reversals',
      'review_snapshots',
      'review_viewers',
    ].concat('admin_alerts', 'admin_alert_settings', 'alert_log', 'assignments'),
    en: 'what people with power decided and opened',
    sw: 'yale ambayo wenye mamlaka waliamua na kufungua',
    es: 'qué decidieron y abrieron las personas con facultades',
  },
  {
    tables: ['idempotent_requests'],
    en: 'in case your phone sends it again: a day',
    sw: 'iwapo simu yako itatuma tena: siku moja',
    es: 'por si tu teléfono la envía otra vez: un día',
  },
]

const IMPERSONAL = [
  ...[
    'agencies',
    'areas',
    'corridor_maps',
    'corridor_routes',
    'corridor_segments',
    'corridors',
    'feed_credits',
    'frequencies',
    'gtfs_imports',
  ],
  ...[
    'gtfs_rows',
    'points_of_interest',
    'routes',
    'service_areas',
    'service_exceptions',
    'services',
    'shapes',
    'stop_times',
  ],
  ...[
    'stops',
    'trips',
    'sacco_aliases',
    'sacco_merges',
    'sacco_register',
    'saccos',
    'saccos_apart',
    'retired_codes',
    'vehicles',
  ],
  ...[
    'vehicle_merges',
    'vehicle_routes',
    'vehicle_feedback_summaries',
    'search_documents',
    'search_words',
    'course_versions',
  ],
  ...[
    'courses',
    'module_versions',
    'document_versions',
    'feedback_tags',
    'incident_categories',
    'review_reasons',
    'transitions',
  ],
  // What is public of incidents names nobody; counts are of five and more.
  ...['incidents', 'incident_changes', 'incident_changes_due', 'incident_feed', 'incident_history', 'weekly_counts'],
  ...['used_challenges', 'frozen_weeks', 'burst_limits', 'change_log', 'city', 'clock', 'jobs'],
]

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.close())

test('the privacy text says of every table with personal data that it is kept', async () => {
  const tables = await db.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p')`,
  )
  const told = [...KINDS.flatMap((kind) => kind.tables), ...IMPERSONAL]
  expect(told.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

test('no table without personal data has a column that names a person, a phone or a network', async () => {
  const columns = await db.sql<{ of: string }>(
    `select table_name || '.' || column_name as of from information_schema.columns
      where table_schema = 'app' and table_name = any ($1) and data_type <> 'boolean'
        and column_name ~ '(user|reporter|rider|surveyor|author|admin|owner|follower|actor|viewer)_?(id)?$|_by$|device|network|email|address|endpoint|token'`,
    [IMPERSONAL],
  )
  expect(columns).toEqual([])
})

describe.each([
  ['nairobi', 'en'],
  ['nairobi', 'sw'],
  ['mexico-city', 'en'],
  ['mexico-city', 'es'],
] as const)('in %s in %s', (city, locale) => {
  const documents = readDocuments(`${documentsFolder()}/../../${city}/documents`, [locale, 'en', 'es', 'sw'])
  const texts = new Map(documents.map(({ key, text }) => [key, text[locale]]))

  test.each(KINDS.map((kind) => [kind.tables.join(', '), kind[locale]]))('the privacy text tells of %s', (_, words) => {
    expect(texts.get('privacy')).toContain(words)
  })

  test('the privacy text tells of what stays in the browser, and for how long the rest is kept', () => {
    for (const words of {
      en: [
        'What stays in your browser',
        'Cookies',
        'The fingerprint of your network: a day',
        'Votes: 90 days',
        'Ratings without an account: phone and comment for 90 days',
        'at most four hours',
      ],
      sw: [
        'Kinachobaki kwenye kivinjari chako',
        'Vidakuzi',
        'Alama ya mtandao wako: siku moja',
        'Kura: siku 90',
        'Ukadiriaji bila akaunti: simu na maoni kwa siku 90',
        'saa nne kwa wingi',
      ],
      es: [
        'Qué se queda en tu navegador',
        'Las cookies',
        'La huella de tu red: un día',
        'Votos: 90 días',
        'Calificaciones sin cuenta: teléfono y comentario, 90 días',
        'cuatro horas como máximo',
      ],
    }[locale])
      expect(texts.get('privacy')).toContain(words)
  })

  test('the terms say what needs an account, which voting and rating do not', () => {
    const needs = { en: 'need an account', sw: 'vinahitaji akaunti', es: 'necesitan una cuenta' }[locale]
    const sentence = (texts.get('terms') ?? '').split(/(?<=\.)\s/).find((each) => each.includes(needs))
    expect(sentence).toContain({ en: 'Certificates', sw: 'Vyeti', es: 'Las constancias' }[locale])
    expect(sentence).not.toMatch({ en: /vot|\brat/i, sw: /kura|kadiri/i, es: /vot|califi/i }[locale])
  })
})
