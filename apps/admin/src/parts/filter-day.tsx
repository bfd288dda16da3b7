/** A day in a filter bar. */
export function FilterDay({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  const id = `filter-${name}`
  return (
    <div className="flex flex-col">
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      <input
        id={id}
        type="date"
        name={name}
        key={value ?? ''}
        defaultValue={value ?? ''}
        className="min-h-touch rounded-control border-2 border-edge bg-raised px-2 text-base text-ink"
      />
    </div>
  )
}
