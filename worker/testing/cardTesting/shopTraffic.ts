import { luhn } from '#contract/card/luhn'

/**
 * An hour of a shop's payments while thieves try stolen cards in it.
 *
 * - Thieves buy numbers by the issuer's range, 25 of them here, and most have been blocked by their issuers since: nine of ten are declined.
 *   They change addresses, ten cards each, and take their time, so that no limit on requests meets them.
 * - Half of the shoppers sit in offices, ten behind one address; the others are alone.
 * - Two of five shoppers paid here before. One of five has a card of a range that is now being tried; of those everybody paid here before.
 * - Six of a hundred first tries of shoppers are declined. Half of these had mistyped the security code and have it right a minute later;
 *   the others take another card.
 */
export interface Try {
  readonly who: 'thief' | 'shopper'
  /** Which of them: a person, who may try more than once. */
  readonly person: string
  /** Milliseconds from the begin of the hour; negative for what was paid before. */
  readonly at: number
  readonly address: string
  readonly number: string
  readonly approved: boolean
}

export interface TrafficOptions {
  readonly seed: number
  readonly thieves: { readonly cards: number; readonly addresses: number; readonly ranges: number }
  readonly shoppers: number
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
const randomBy = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const hour = 3_600_000
const day = 24 * hour

/** The nth card of the nth range of eight digits; passes Luhn. */
const cardOf = (range: number, card: number): string => {
  const body = `${45_000_000 + range}${String(card).padStart(7, '0')}`
  const digit = Array.from({ length: 10 }, (_, last) => `${body}${last}`).find((number) => luhn(number))
  return digit ?? body
}

/** All tries, in the order of their time. */
export const shopTraffic = ({ seed, thieves, shoppers }: TrafficOptions): readonly Try[] => {
  const random = randomBy(seed)
  const below = (end: number): number => Math.floor(random() * end)
  const honestRanges = 60

  const stolen = Array.from({ length: thieves.cards }, (_, index): Try => ({
    who: 'thief',
    person: `thief ${index}`,
    at: random() * hour,
    address: `198.51.100.${index % thieves.addresses}`,
    number: cardOf(below(thieves.ranges), 1_000_000 + index),
    approved: random() < 0.1,
  }))

  const honest = Array.from({ length: shoppers }, (_, index): Try[] => {
    const ofTriedRange = random() < 0.2
    const range = ofTriedRange ? below(thieves.ranges) : thieves.ranges + below(honestRanges)
    const paidBefore = ofTriedRange || random() < 0.25
    const first = {
      who: 'shopper',
      person: `shopper ${index}`,
      at: random() * hour,
      address: index % 2 === 0 ? `203.0.113.${index}` : `192.0.2.${Math.floor(index / 20)}`,
      number: cardOf(range, 5_000_000 + index),
      approved: random() >= 0.06,
    } as const
    const mistyped = random() < 0.5
    const other = cardOf(thieves.ranges + below(honestRanges), 6_000_000 + index)
    const again = { ...first, at: first.at + 60_000, approved: true, number: mistyped ? first.number : other }
    return [
      ...(paidBefore ? [{ ...first, at: first.at - 7 * day, approved: true }] : []),
      first,
      ...(first.approved ? [] : [again]),
    ]
  })

  return [...stolen, ...honest.flat()].sort((one, other) => one.at - other.at)
}
