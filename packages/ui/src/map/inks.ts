/** The page's colours, resolved, because WebGL does not support CSS variables. */
export type Inks = {
  paper: string
  raised: string
  sunken: string
  line: string
  edge: string
  ink: string
  soft: string
  danger: string
  link: string
  band: string
  you: string
  area: string
}

export function readInks(root: Element = document.documentElement): Inks {
  const style = getComputedStyle(root)
  const ink = (name: string) => style.getPropertyValue(`--color-${name}`).trim()
  return {
    paper: ink('paper'),
    raised: ink('raised'),
    sunken: ink('sunken'),
    line: ink('line'),
    edge: ink('edge'),
    ink: ink('ink'),
    soft: ink('soft'),
    danger: ink('danger'),
    link: ink('link'),
    band: ink('band'),
    you: ink('you'),
    area: ink('area'),
  }
}

/** A mixture of two colours like `#faf5e9`; `share` of the second, from 0 to 1. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [channels(first), channels(second)]
  return `#${a.map((value, index) => toHex(value + ((b[index] ?? value) - value) * share)).join('')}`
}

const toHex = (value: number) => Math.round(value).toString(16).padStart(2, '0')

function channels(colour: string): number[] {
  const hex = colour.slice(1)
  const size = hex.length === 3 ? 1 : 2
  return [0, 1, 2].map((index) => {
    const part = hex.slice(index * size, (index + 1) * size)
    return Number.parseInt(size === 1 ? part + part : part, 16)
  })
}
