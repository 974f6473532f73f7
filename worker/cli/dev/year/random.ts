import type { Random } from '#contract/encoding/bytes'

export interface SeededRandom {
  /** From 0 to 1. */
  next: () => number
  chance: (probability: number) => boolean
  /** A whole number, both ends included. */
  between: (least: number, most: number) => number
  pick: <T>(from: readonly T[]) => T
  /** An entry by its weight. */
  weighted: <T>(from: readonly (readonly [value: T, weight: number])[]) => T
  bytes: Random
}

/** The same numbers for the same seed (mulberry32). Not for secrets. */
export const seededRandom = (seed: number): SeededRandom => {
  let state = seed
  const uint32 = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const next = () => uint32() / 2 ** 32
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    chance: (probability) => next() < probability,
    between,
    pick: (from) => from[between(0, from.length - 1)]!,
    weighted: (from) => {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0)
      return (from.find(([, weight]) => (left -= weight) < 0) ?? from.at(-1)!)[0]
    },
    bytes: (length) => {
      const bytes = new Uint8Array(length)
      for (let at = 0; at < length; at++) bytes[at] = uint32() >>> 24
      return bytes
    },
  }
}
