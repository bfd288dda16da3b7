/** The states of all kinds of submissions in the few words that matter beside others, by their message. */
export const STATES: Partial<Record<string, 'states.counts' | 'states.gone' | 'states.over' | 'states.live'>> = {
  accepted: 'states.counts',
  linked: 'states.counts',
  counted: 'states.counts',
  approved: 'states.counts',
  rejected: 'states.gone',
  duplicate: 'states.gone',
  retracted: 'states.gone',
  merged: 'states.gone',
  purged: 'states.gone',
  withdrawn: 'states.gone',
  replaced: 'states.gone',
  active: 'states.live',
  resolved: 'states.over',
  expired: 'states.over',
  archived: 'states.over',
}
