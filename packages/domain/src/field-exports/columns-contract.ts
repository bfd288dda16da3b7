import { VEHICLE_CHECKS } from '../shared/choices.ts'

// The columns of the exported tables, in their order, with their data dictionary. The contract, the files
// and their dictionary follow from these lists.

type ColumnType = 'text' | 'integer' | 'decimal' | 'boolean' | 'instant' | 'uuid'
export type Column = { name: string; type: ColumnType; required?: true; means: string; values?: readonly string[] }

const FINDINGS = ['ok', 'faulty', 'missing', 'not_checked'] as const

export const ENTRY_COLUMNS: readonly Column[] = [
  { name: 'id', type: 'uuid', required: true, means: 'The entry. One row is one vehicle as it was recorded.' },
  {
    name: 'revises',
    type: 'uuid',
    means: 'The entry that this one corrects. Leave out `replaced` rows to count each once.',
  },
  {
    name: 'state',
    type: 'text',
    required: true,
    means: 'Its state.',
    values: ['in_review', 'held', 'approved', 'changes_requested', 'rejected', 'replaced', 'withdrawn'],
  },
  { name: 'reason', type: 'text', means: 'The reviewer’s reason as a code.' },
  { name: 'surveyor', type: 'text', means: 'Who recorded it, as a code; empty once the account is deleted.' },
  { name: 'sessionId', type: 'uuid', required: true, means: 'The shift in which it was recorded.' },
  { name: 'assignmentId', type: 'uuid', means: 'The assignment that it counts for; see the table of assignments.' },
  {
    name: 'claim',
    type: 'integer',
    means: 'The claim of the slot: rows with the same number were recorded under one claim.',
  },
  { name: 'capturedAt', type: 'instant', required: true, means: 'When it was recorded.' },
  { name: 'receivedAt', type: 'instant', required: true, means: 'When it arrived.' },
  { name: 'decidedAt', type: 'instant', means: 'When a reviewer decided.' },
  { name: 'plate', type: 'text', required: true, means: 'The number plate as it was typed.' },
  { name: 'plateKey', type: 'text', required: true, means: 'The plate in capitals without spaces, to join by.' },
  { name: 'fleetName', type: 'text', means: 'The name on the vehicle.' },
  { name: 'saccoId', type: 'uuid', means: 'The operator group, if it was chosen from the list.' },
  { name: 'sacco', type: 'text', means: 'The operator group’s name, or what is written on the vehicle.' },
  { name: 'routeIds', type: 'text', means: 'The routes, separated by spaces.' },
  { name: 'routes', type: 'text', means: 'The short names of the routes, separated by spaces.' },
  { name: 'seats', type: 'integer', means: 'Seats, as counted.' },
  { name: 'stickerStatus', type: 'text', means: 'The Salama sticker.', values: ['seen', 'placed', 'missing'] },
  { name: 'stickerCode', type: 'text', means: 'The code on the sticker.' },
  { name: 'note', type: 'text', means: 'A note. Omitted if it may contain contact data.' },
  { name: 'lat', type: 'decimal', means: 'Latitude, WGS 84.' },
  { name: 'lng', type: 'decimal', means: 'Longitude, WGS 84.' },
  { name: 'accuracyM', type: 'decimal', means: 'Radius of 68 % confidence in metres.' },
  { name: 'stopId', type: 'uuid', means: 'The stop that was chosen instead of a point.' },
  { name: 'photos', type: 'integer', required: true, means: 'How many photos there are.' },
  {
    name: 'seenBefore',
    type: 'boolean',
    required: true,
    means: 'The plate had been recorded that day when it arrived.',
  },
  { name: 'late', type: 'boolean', required: true, means: 'It arrived after its shift or its claim was over.' },
  { name: 'contested', type: 'boolean', required: true, means: 'Somebody else had claimed the slot when it arrived.' },
  {
    name: 'qualityFlags',
    type: 'text',
    means: 'What may be wrong with it, separated by spaces.',
    values: [
      'plate_unusual',
      'seats_unusual',
      'seats_differ',
      'duplicate_hour',
      'far_from_place',
      'too_fast',
      'time_uncertain',
    ],
  },
  ...VEHICLE_CHECKS.map(
    (check): Column => ({ name: `check_${check}`, type: 'text', means: `Condition: ${check}.`, values: FINDINGS }),
  ),
]

export const ASSIGNMENT_COLUMNS: readonly Column[] = [
  { name: 'id', type: 'uuid', required: true, means: 'The assignment.' },
  { name: 'kind', type: 'text', required: true, means: 'What is done.', values: ['stage_count', 'vehicle_survey'] },
  { name: 'title', type: 'text', required: true, means: 'Its title in English.' },
  { name: 'instructions', type: 'text', means: 'Its instructions in English.' },
  { name: 'createdAt', type: 'instant', required: true, means: 'When it was created.' },
  { name: 'dueAt', type: 'instant', means: 'Until when slots could be claimed.' },
  { name: 'closedAt', type: 'instant', means: 'When an admin closed it.' },
  { name: 'stopId', type: 'uuid', means: 'Its stop.' },
  { name: 'stop', type: 'text', means: 'The name of the stop.' },
  { name: 'lat', type: 'decimal', means: 'Latitude of its place, WGS 84.' },
  { name: 'lng', type: 'decimal', means: 'Longitude of its place, WGS 84.' },
  { name: 'south', type: 'decimal', means: 'Its area, southern edge.' },
  { name: 'west', type: 'decimal', means: 'Its area, western edge.' },
  { name: 'north', type: 'decimal', means: 'Its area, northern edge.' },
  { name: 'east', type: 'decimal', means: 'Its area, eastern edge.' },
  { name: 'corridor', type: 'text', means: 'Its corridor.' },
  { name: 'route', type: 'text', means: 'The short name of its route.' },
  { name: 'vehiclesAsked', type: 'integer', means: 'Vehicles asked of each slot.' },
  { name: 'minutesAsked', type: 'integer', means: 'Minutes of counting asked of each slot.' },
  { name: 'factsAsked', type: 'text', means: 'What is asked of each vehicle, separated by spaces; empty: anything.' },
  { name: 'slots', type: 'integer', required: true, means: 'How many surveyors could claim a part.' },
  { name: 'slotsClaimed', type: 'integer', required: true, means: 'Slots in work now.' },
  { name: 'slotsSubmitted', type: 'integer', required: true, means: 'Slots handed in, or returned.' },
  { name: 'slotsApproved', type: 'integer', required: true, means: 'Slots accepted.' },
  { name: 'slotsBlocked', type: 'integer', required: true, means: 'Slots that nobody could do.' },
  {
    name: 'entries',
    type: 'integer',
    required: true,
    means: 'Vehicles recorded, without replaced and withdrawn entries.',
  },
  { name: 'countedMinutes', type: 'integer', required: true, means: 'Minutes of its stop counts, without pauses.' },
]

export const COUNT_COLUMNS: readonly Column[] = [
  {
    name: 'countId',
    type: 'uuid',
    required: true,
    means: 'The stop count. It has a row for each route and quarter of an hour.',
  },
  { name: 'surveyor', type: 'text', means: 'Who counted, as a code; empty once the account is deleted.' },
  { name: 'sessionId', type: 'uuid', required: true, means: 'The shift.' },
  { name: 'assignmentId', type: 'uuid', means: 'The assignment that it counts for.' },
  { name: 'stopId', type: 'uuid', means: 'The stop.' },
  { name: 'lat', type: 'decimal', means: 'Latitude, WGS 84.' },
  { name: 'lng', type: 'decimal', means: 'Longitude, WGS 84.' },
  { name: 'startedAt', type: 'instant', required: true, means: 'When the count began.' },
  { name: 'endedAt', type: 'instant', required: true, means: 'When the count ended.' },
  { name: 'countedMinutes', type: 'integer', required: true, means: 'Minutes of the whole count, without pauses.' },
  { name: 'late', type: 'boolean', required: true, means: 'It arrived after its shift or its claim was over.' },
  { name: 'intervalStart', type: 'instant', required: true, means: 'The start of the quarter of an hour.' },
  { name: 'routeId', type: 'uuid', means: 'The route; empty for vehicles of none of the listed ones.' },
  { name: 'route', type: 'text', means: 'The short name of the route.' },
  { name: 'vehicles', type: 'integer', required: true, means: 'How many vehicles were counted.' },
]
