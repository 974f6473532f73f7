import { isLuhnValid } from '#contract/card/luhn'

/**
 * A shop's payments during a card-testing attack.
 *
 * - Card testers have numbers of a few card ranges. Nine of ten are declined, since their issuers have blocked them. They mix the ways to
 *   pay, and spread their cards over addresses and over the whole attack, to stay below rate limits.
 * - Half of the shoppers share an address with nine others, as in an office; the rest have their own.
 * - Two of five shoppers have paid in this shop before. One of five has a card of an attacked range; all of these have paid before.
 * - Six of a hundred first attempts of shoppers are declined. Half of these had a wrong security code and succeed with the right one a minute
 *   later; the others use another card.
 */
export interface Attempt {
  readonly who: 'cardTester' | 'shopper'
  /** A person, who may make several attempts. */
  readonly person: string
  /** Milliseconds from the start of the attack; negative for earlier payments. */
  readonly at: number
  readonly address: string
  readonly number: string
  readonly approved: boolean
  readonly way: Way
}

/**
 * A way to pay by browser: a token by the publishable key, a card form with its token, a hosted checkout, or a card that the shop saves
 * before it charges it.
 */
export const ways = ['token', 'frame', 'checkout', 'saved'] as const
export type Way = (typeof ways)[number]

export interface TrafficOptions {
  readonly seed: number
  readonly cardTesters: {
    readonly cards: number
    readonly addresses: number
    readonly ranges: number
    /** The ways that card testers pay; each card takes one of them. */
    readonly ways?: readonly Way[]
  }
  readonly shoppers: number
  /** Duration of the attack in hours. */
  readonly hours?: number
}

/** A seeded random generator of numbers from 0 to 1 (mulberry32). */
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
  const digit = Array.from({ length: 10 }, (_, last) => `${body}${last}`).find((number) => isLuhnValid(number))
  return digit ?? body
}

const inNetwork = (network: string, host: number): string => `${network}.${host >> 8}.${host & 255}`

/** All attempts, in order of time. */
export const shopTraffic = ({ seed, cardTesters, shoppers, hours = 1 }: TrafficOptions): readonly Attempt[] => {
  const random = randomBy(seed)
  const below = (end: number): number => Math.floor(random() * end)
  const honestRanges = 60
  const wayOf = (from: readonly Way[]): Way => from[below(from.length)]!

  const stolen = Array.from({ length: cardTesters.cards }, (_, index): Attempt => ({
    who: 'cardTester',
    person: `card tester ${index}`,
    at: random() * hours * hour,
    address: inNetwork('198.18', index % cardTesters.addresses),
    number: cardOf(below(cardTesters.ranges), 1_000_000 + index),
    approved: random() < 0.1,
    way: wayOf(cardTesters.ways ?? ways),
  }))

  const honest = Array.from({ length: shoppers }, (_, index): Attempt[] => {
    const hasAttackedRange = random() < 0.2
    const range = hasAttackedRange ? below(cardTesters.ranges) : cardTesters.ranges + below(honestRanges)
    const paidBefore = hasAttackedRange || random() < 0.25
    const first = {
      who: 'shopper',
      person: `shopper ${index}`,
      at: random() * hours * hour,
      address: index % 2 === 0 ? inNetwork('203.0', index) : inNetwork('192.0', Math.floor(index / 20)),
      number: cardOf(range, 5_000_000 + index),
      approved: random() >= 0.06,
      way: wayOf(ways),
    } as const
    const mistyped = random() < 0.5
    const other = cardOf(cardTesters.ranges + below(honestRanges), 6_000_000 + index)
    const retry = { ...first, at: first.at + 60_000, approved: true, number: mistyped ? first.number : other }
    return [
      ...(paidBefore ? [{ ...first, at: first.at - 7 * day, approved: true }] : []),
      first,
      ...(first.approved ? [] : [retry]),
    ]
  })

  return [...stolen, ...honest.flat()].sort((a, b) => a.at - b.at)
}
