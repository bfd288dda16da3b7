import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Seats, seatsOf } from './seats.tsx'

/** How many seats are filled, striped and empty. */
function drawn(interval: { low: number; high: number } | null) {
  const { container } = render(<Seats interval={interval} label="A matatu" />)
  const seats = [...container.querySelectorAll('rect[stroke-width]')]
  const count = (is: (seat: Element) => boolean) => seats.filter(is).length
  return {
    full: count((seat) => seat.classList.contains('fill-ok')),
    striped: count((seat) => seat.hasAttribute('fill')),
    empty: count((seat) => seat.classList.contains('fill-raised')),
    dashed: count((seat) => seat.hasAttribute('stroke-dasharray')),
  }
}

test.each([
  [
    { low: 0.25, high: 0.75 },
    { full: 4, striped: 7, empty: 3, dashed: 0 },
  ],
  [
    { low: 0, high: 0.4 },
    { full: 0, striped: 6, empty: 8, dashed: 0 },
  ],
  [
    { low: 0.72, high: 1 },
    { full: 10, striped: 4, empty: 0, dashed: 0 },
  ],
  [null, { full: 0, striped: 0, empty: 14, dashed: 14 }],
])('draws %j as %j', (interval, seats) => {
  expect(drawn(interval)).toEqual(seats)
  expect(screen.getByRole('img', { name: 'A matatu' })).toBeInTheDocument()
})

test('rounds both ends to seats', () => expect(seatsOf({ low: 0.391, high: 0.862 })).toEqual({ low: 5, high: 12 }))
