// What somebody has typed to add to a sent report, kept for a reload of the tab: phones discard pages while their camera
// or another app is open. It is gone with the tab, and once it is sent.

export type TypedAddition = { plate: string; note: string }

const NOTHING: TypedAddition = { plate: '', note: '' }
const keyOf = (id: string) => `salama-rider.addition.${id}`

export function readAddition(id: string): TypedAddition {
  try {
    const { plate, note } = Object(JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null'))
    return typeof plate === 'string' && typeof note === 'string' ? { plate, note } : NOTHING
  } catch {
    return NOTHING // storage is disabled, or contains something else
  }
}

export function saveAddition(id: string, typed: TypedAddition): void {
  try {
    if (typed.plate === '' && typed.note === '') sessionStorage.removeItem(keyOf(id))
    else sessionStorage.setItem(keyOf(id), JSON.stringify(typed))
  } catch {
    // Storage is disabled: it is lost on a reload.
  }
}
