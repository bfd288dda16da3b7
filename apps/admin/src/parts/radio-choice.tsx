'use client'

/** A row of radio buttons. */
export function RadioChoice<Value extends string>({
  legend,
  name,
  options,
  value,
  onChange,
  words,
}: {
  legend: string
  name: string
  options: readonly Value[]
  value: Value
  onChange: (value: Value) => void
  words: (value: Value) => string
}) {
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <label key={option} className="inline-flex min-h-touch items-center gap-2">
            <input
              type="radio"
              name={name}
              className="size-5 accent-body"
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {words(option)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
