import { CATEGORY_CODES } from '@salama/domain/shared'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Columns } from '@salama/ui/components/columns.tsx'
import { Dock } from '@salama/ui/components/dock.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Logo } from '@salama/ui/components/logo.tsx'
import { NavLink } from '@salama/ui/components/nav-link.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { TryAgainAt } from '@salama/ui/components/problem-message.tsx'
import { Row } from '@salama/ui/components/row.tsx'
import { Sheet } from '@salama/ui/components/sheet.tsx'
import { TileButton } from '@salama/ui/components/tile-button.tsx'
import { CategoryIcon } from '@salama/ui/incidents/category-icon.tsx'
import { MapPin, Megaphone, Search, Star } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Both, Part } from './both'

const VARIANTS = ['main', 'second', 'quiet', 'danger'] as const
const TONES = ['info', 'ok', 'warn', 'danger'] as const

export function Controls() {
  const common = useTranslations('common')
  return (
    <Part
      title="Controls and marks"
      words="Nothing that a thumb aims at is smaller than 44 px; buttons are 48, rows and main actions 56. Controls are filled, without outlines. The main action of a page is a vehicle’s body with its band; there is one of it."
    >
      <Both name="Button">
        {VARIANTS.map((variant) => (
          <div key={variant} lang="en" className="flex flex-wrap items-center gap-2">
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} size="large">
              <Icon as={Star} />
              large
            </Button>
            <Button variant={variant} busy>
              busy
            </Button>
            <Button variant={variant} disabled>
              disabled
            </Button>
          </div>
        ))}
      </Both>
      <Both name="LinkButton">
        <LinkButton href="/design" variant="main" lang="en">
          <Icon as={Megaphone} />A link that looks like a button
        </LinkButton>
      </Both>
      <Both name="TileButton">
        <Tiles />
      </Both>
      <Both name="chip">
        <div className="flex flex-wrap gap-2" lang="en">
          <button type="button" aria-pressed className="chip">
            Chosen
          </button>
          <button type="button" aria-pressed={false} className="chip">
            Not chosen
          </button>
        </div>
      </Both>
      <Both name="Row">
        <div className="rows" lang="en">
          <Row href="/design" sign={<Icon as={MapPin} />} end="12 min ago">
            A row that leads somewhere
          </Row>
          <Row sign={<Icon as={Star} />}>A row that says something</Row>
        </div>
      </Both>
      <Both name="Dock">
        <Dock>
          <Button lang="en">One quiet button</Button>
          <Button variant="main" lang="en" className="grow-3">
            What the page asks for
          </Button>
        </Dock>
      </Both>
      <Both name="NavLink">
        <ul lang="en" className="flex gap-2">
          <li>
            <NavLink href="/design" label="Here" icon={<Icon as={MapPin} />} />
          </li>
          <li>
            <NavLink href="/design#elsewhere" label="Elsewhere" icon={<Icon as={Search} />} />
          </li>
          <li>
            <NavLink href="/design#main" label="Main action" icon={<Icon as={Megaphone} />} main />
          </li>
        </ul>
      </Both>
      <Both name="Notice">
        {TONES.map((tone) => (
          <Notice key={tone} tone={tone} title={tone}>
            <p lang="en">Sign, colour and words say the same.</p>
          </Notice>
        ))}
        <Notice tone="warn">
          <TryAgainAt afterS={90} />
        </Notice>
      </Both>
      <Both name="Plate, Logo">
        <p className="flex flex-wrap items-center gap-6">
          <span className="text-xl">
            <Plate value="KZZ101D" />
          </span>
          <Logo />
        </p>
      </Both>
      <Both name="Columns">
        <Columns
          className="w-full max-w-md"
          step={48}
          fills={['var(--color-ok)', 'var(--color-raised)']}
          columns={[2, 0, 5, 3, 8].map((n, day) => ({ key: `${day}`, parts: [n, day % 3], words: [`${16 + day}`] }))}
        />
      </Both>
      <Both name="Sheet">
        <SheetSample title={common('places')} />
      </Both>
    </Part>
  )
}

const TILES = CATEGORY_CODES.slice(0, 4)

function Tiles() {
  const name = useTranslations('categories')
  const [chosen, setChosen] = useState(TILES[1])
  return (
    <div className="@container">
      <div className="tiles">
        {TILES.map((category) => (
          <TileButton
            key={category}
            icon={<CategoryIcon category={category} />}
            label={name(category)}
            chosen={category === chosen}
            onClick={() => setChosen(category)}
          />
        ))}
      </div>
    </div>
  )
}

function SheetSample({ title }: { title: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button className="self-start" onClick={() => setOpen(true)}>
        <span lang="en">Open a sheet</span>
      </Button>
      <Sheet title={title} open={open} onClose={() => setOpen(false)}>
        <p lang="en">From below on a phone, in the middle elsewhere. Escape and the button close it.</p>
      </Sheet>
    </>
  )
}
