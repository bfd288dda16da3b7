import { formatPlate } from '../incidents/plate.ts'

/** A number plate, styled like one: the same in both themes, as on the road. */
export function Plate({ value }: { value: string }) {
  return (
    <span className="m-[3px] inline-block rounded-[4px] bg-plate px-[0.4em] font-bold tracking-[0.08em] whitespace-nowrap text-on-plate ring-2 ring-on-plate outline-1 outline-offset-2 outline-plate">
      {formatPlate(value)}
    </span>
  )
}
