import { describe, expect, test } from 'vitest'
import { createPasskeyChallenges } from './passkeyChallenges.ts'

const rootKey = (version: number, byte: number): string =>
  `${version}:${btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)))}`
const challenges = createPasskeyChallenges(rootKey(1, 1))
const now = Date.UTC(2026, 10, 27, 12)

describe('a challenge for a passkey', () => {
  test('has its time for five minutes, and for its purpose alone', async () => {
    const challenge = await challenges.mint('sign-in', now)
    expect(challenge).toMatch(/^[\w-]{43}$/)
    expect(await challenges.timeOf(challenge, 'sign-in', now)).toBe(now)
    expect(await challenges.timeOf(challenge, 'sign-in', now + 299_999)).toBe(now)
    expect(await challenges.timeOf(challenge, 'sign-in', now + 300_000)).toBeNull()
    expect(await challenges.timeOf(challenge, 'sign-in', now - 1)).toBeNull()
    for (const purpose of ['confirm/session', 'register/secret'] as const)
      expect(await challenges.timeOf(challenge, purpose, now)).toBeNull()
  })

  test('differs each time, also in the same millisecond', async () => {
    expect(await challenges.mint('sign-in', now)).not.toBe(await challenges.mint('sign-in', now))
  })

  test('is refused with any byte changed, cut, lengthened, or made by another root key', async () => {
    const challenge = await challenges.mint('sign-in', now)
    const others = [
      ...Array.from({ length: 43 }, (_, at) => {
        const other = challenge[at] === 'A' ? 'Q' : 'A'
        return challenge.slice(0, at) + other + challenge.slice(at + 1)
      }),
      '',
      challenge.slice(0, -2),
      `${challenge}AA`,
      'ä'.repeat(43),
      await createPasskeyChallenges(rootKey(1, 2)).mint('sign-in', now),
    ]
    for (const other of others) expect(await challenges.timeOf(other, 'sign-in', now), other).toBeNull()
  })

  test('of the newest root key is accepted where older ones are still known', async () => {
    const rotated = createPasskeyChallenges(`${rootKey(1, 1)},${rootKey(2, 2)}`)
    const challenge = await createPasskeyChallenges(rootKey(2, 2)).mint('sign-in', now)
    expect(await rotated.timeOf(challenge, 'sign-in', now)).toBe(now)
  })
})
