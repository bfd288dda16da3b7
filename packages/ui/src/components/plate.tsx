import { formatPlate } from '../incidents/plate.ts'

/** A number plate, styled like one: the same in both themes, as on the road. */
export function Plate({ value }: { value: string }) {
  return (
    <span className="inline-block rounded-[0.25rem] border-2 border-on-plate bg-plate px-2 font-bold text-on-plate tracking-[0.08em] outline-1 outline-plate">
      {formatPlate(value)}
    </span>
  )
}
