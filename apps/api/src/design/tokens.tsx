import { Both, Part } from './both'

/** Each colour and its use; `look` shows it in that use. */
const COLOURS = [
  { name: 'paper', look: 'bg-paper text-ink', use: 'the page' },
  { name: 'raised', look: 'bg-raised text-ink', use: 'fields, rows to press' },
  { name: 'sunken', look: 'bg-sunken text-ink', use: 'behind pictures' },
  { name: 'ink', look: 'bg-ink text-paper', use: 'text' },
  { name: 'soft', look: 'bg-paper text-soft', use: 'second-rank text' },
  { name: 'link', look: 'bg-paper text-link underline', use: 'links' },
  { name: 'body', look: 'bg-body text-on-body', use: 'main buttons' },
  { name: 'band', look: 'band-beside bg-paper ps-5 text-ink', use: 'the active place, the main action, the logo' },
  { name: 'danger', look: 'bg-danger-wash text-danger', use: 'failure, what cannot be undone' },
  { name: 'warn', look: 'bg-warn-wash text-warn', use: 'attention' },
  { name: 'ok', look: 'bg-ok-wash text-ok', use: 'arrived, confirmed' },
  { name: 'edge', look: 'border-4 border-edge bg-paper text-ink', use: 'the border of a control' },
  { name: 'line', look: 'border-4 border-line bg-paper text-ink', use: 'rules; no meaning' },
] as const

export function Colours() {
  return (
    <Part
      title="Colours"
      words="Named by what they are for: ink-green on warm paper-white, and a yellow band, as along the side of public-service vehicles, as the one motif. Text has a contrast of 4.5 to 1 or more in both themes."
    >
      <Both name="tokens">
        <ul className="grid grid-cols-2 gap-2">
          {COLOURS.map(({ name, look, use }) => (
            <li key={name} lang="en" className={`flex min-h-20 flex-col rounded-control p-3 leading-tight ${look}`}>
              <span className="font-bold">{name}</span>
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
  { name: 'text-2xl', look: 'text-2xl font-bold' },
  { name: 'text-xl', look: 'text-xl font-bold' },
  { name: 'text-lg', look: 'text-lg' },
  { name: 'text-base', look: 'text-base' },
  { name: 'text-sm', look: 'text-sm' },
] as const

export function Type() {
  return (
    <Part
      title="Type"
      words="Atkinson Hyperlegible Next, made by the Braille Institute for people who see little; served by the app itself. Figures are as wide as each other."
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
