import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

/** A name with the highlighted parts in brackets. */
const marked = (name: string, words: string[]) =>
  highlight(name, words)
    .map(({ text, match }) => (match ? `[${text}]` : text))
    .join('')

test.each([
  ['Thika Road', ['thika', 'ro'], '[Thika Ro]ad'],
  ['Thika Road', ['road', 'thi'], '[Thi]ka [Road]'],
  ['KDA 123A', ['kda123'], '[KDA 123]A'],
  ['KDA 123A', ['kda123a'], '[KDA 123A]'],
  ['Ngara-Githurai 45', ['githu', '45'], 'Ngara-[Githu]rai [45]'],
  ['Thika Road', ['thika', 'thikari', 'road'], '[Thika] [Road]'],
  ['Café Açaí', ['cafe', 'acai'], '[Café Açaí]'],
  ['Cafe\u0301 Noir', ['cafe'], '[Cafe\u0301] Noir'],
  ['3rd Parklands Ave', ['3rd', 'parklands', 'avenue'], '[3rd] [Parklands] [Ave]'],
  ['Mutarawka Rd', ['mutarawka', 'ro'], '[Mutarawka] [Rd]'],
  ['Mutarawka Rd', ['r'], 'Mutarawka [R]d'],
  ['Mutarawka Rd', ['r', 'road'], 'Mutarawka [Rd]'],
  ['Mutarawka Road', ['road'], 'Mutarawka [Road]'],
  ['Museum Hill Jct/Uhuru Hwy', ['junction', 'high'], 'Museum Hill [Jct]/Uhuru [Hwy]'],
  ['Rda Lane', ['road'], 'Rda Lane'],
  ['Straße', ['strase'], 'Straße'],
  ['🚌 Koja 🚏', ['koja'], '🚌 [Koja] 🚏'],
  ['شارع ثيكا', ['ثيكا'], 'شارع [ثيكا]'],
  ["Kwa Ng'ang'a", ['nganga'], "Kwa [Ng'ang'a]"],
  ["Lang'ata", ['lang'], "[Lang']ata"],
  ['Koja', [], 'Koja'],
  ['Koja', ['odeon'], 'Koja'],
  ['<b>Koja</b>', ['koja'], '<b>[Koja]</b>'],
  ['', ['koja'], ''],
])('in "%s" %j marks %s', (name, words, expected) => {
  expect(marked(name, words)).toBe(expected)
})

test('splits any name into pieces that join to it, without splitting a letter', () => {
  const signs = [...'aÀe\u0301ß🚌👩‍👩‍👧ث \u200f-K1ﬁ\ud83d']
  for (let seed = 1; seed < 400; seed++) {
    const name = Array.from({ length: seed % 12 }, (_, i) => signs[(seed * 7 + i * i * 3) % signs.length] ?? '').join(
      '',
    )
    const pieces = highlight(name, ['a', 'ae', 'k1', 'f', 'ث'])
    expect(pieces.map((piece) => piece.text).join('')).toBe(name)
    if (name.isWellFormed()) expect(pieces.every((piece) => piece.text.isWellFormed())).toBe(true)
    expect(pieces.every((piece) => !/^\p{M}/u.test(piece.text) || name.startsWith(piece.text))).toBe(true)
  }
})
