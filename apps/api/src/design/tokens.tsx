import { Both, Part } from './both'

/** Each colour and its use; `look` shows it in that use. */
const COLOURS = [
  { name: 'paper', look: 'bg-paper text-ink', use: 'the page' },
  { name: 'raised', look: 'bg-raised text-ink', use: 'sheets, bars, rows, tiles' },
  { name: 'sunken', look: 'bg-sunken text-ink', use: 'behind pictures' },
  { name: 'fill', look: 'bg-fill text-ink', use: 'a control without an outline' },
  { name: 'ink', look: 'bg-ink text-paper', use: 'text' },
  { name: 'soft', look: 'bg-paper text-soft', use: 'second-rank text' },
  { name: 'link', look: 'bg-paper text-link underline', use: 'links' },
  { name: 'body', look: 'bg-body text-on-body', use: 'main buttons' },
  { name: 'band', look: 'band-beside bg-paper ps-5 text-ink', use: 'the active place, the main action, the logo' },
  { name: 'danger', look: 'bg-danger-wash text-danger', use: 'failure, what cannot be undone' },
  { name: 'warn', look: 'bg-warn-wash text-warn', use: 'attention' },
  { name: 'ok', look: 'bg-ok-wash text-ok', use: 'arrived, confirmed' },
  { name: 'you', look: 'bg-paper text-you', use: 'the own position' },
  { name: 'area', look: 'bg-area/20 text-ink', use: 'a place known only roughly' },
  { name: 'sign-serious', look: 'bg-raised text-sign-serious', use: 'signs only' },
  { name: 'sign-caution', look: 'bg-raised text-sign-caution', use: 'signs only' },
  { name: 'sign-minor', look: 'bg-raised text-sign-minor', use: 'signs only' },
  { name: 'edge', look: 'border border-edge bg-paper text-ink', use: 'a place to type' },
  { name: 'line', look: 'border-b border-line bg-paper text-ink', use: 'hairlines; no meaning' },
] as const

export function Colours() {
  return (
    <Part
      title="Colours"
      words="Named by what they are for: ink-green on warm paper-white, and a yellow band, as along the side of public-service vehicles, as the one motif. Text has a contrast of 7 to 1 or more in both themes, signs 4.8."
    >
      <Both name="tokens">
        <ul className="grid grid-cols-2 gap-2">
          {COLOURS.map(({ name, look, use }) => (
            <li key={name} lang="en" className={`flex min-h-20 flex-col rounded-control p-3 leading-tight ${look}`}>
              <span className="font-semibold">{name}</span>
              <span>{use}</span>
            </li>
          ))}
        </ul>
      </Both>
    </Part>
  )
}

const SIZES = [
  { name: 'text-3xl', look: 'text-3xl font-bold' },
  { name: 'text-xl', look: 'text-xl font-bold' },
  { name: 'text-base', look: 'text-base' },
  { name: 'text-sm', look: 'text-sm' },
  { name: 'text-xs', look: 'text-xs' },
] as const

export function Type() {
  return (
    <Part
      title="Type"
      words="Atkinson Hyperlegible Next, made by the Braille Institute for people who see little; served by the app itself. Five sizes, three weights: 400 for text, 600 for names, 700 for the title, a plate, one figure."
    >
      <Both name="sizes">
        <ul className="flex flex-col gap-2">
          {SIZES.map(({ name, look }) => (
            <li key={name} lang="en" className={look}>
              {name}: 4 riders, last 12 min ago
            </li>
          ))}
        </ul>
        <p lang="en" className="text-soft">
          Spacing of a touch is 44 px. Motion takes 160 ms and says where something went; it stops where the person
          asked for less.
        </p>
      </Both>
    </Part>
  )
}
