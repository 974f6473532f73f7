import { expect, test } from 'vitest'
import { inAccountTime } from './inAccountTime.ts'
import type { AuthorizeOp, ModificationOp, OpBase, Outcome, Processor, Ref } from './processor.ts'

const ref: Ref = { processor: 'fake', account: 'a', op: '1', root: '1' }
const money = { minor: 100n, currency: 840, exponent: 2 }

/** Notes the deadlines that it is asked with, and approves until 5,000 by its own clock. */
const fake = () => {
  const deadlines: number[] = []
  const answer = async ({ deadline }: OpBase): Promise<Outcome> => {
    deadlines.push(deadline)
    return { result: 'approved', ref, approved: money, code: '00', expiresAt: 5_000 }
  }
  const processor = {
    name: 'fake',
    authorize: answer,
    capture: answer,
    void: answer,
    credit: answer,
  } as unknown as Processor
  return { processor, deadlines }
}

test.each([3_600_000, -3_600_000])(
  'an account whose clock is %d ms ahead tells deadlines in real time, and hears of a hold in its own',
  async (offsetMs) => {
    const { processor, deadlines } = fake()
    const seen = inAccountTime(processor, offsetMs)
    const op = { deadline: 1_000 + offsetMs } as AuthorizeOp & ModificationOp
    for (const verb of ['authorize', 'capture', 'void', 'credit'] as const)
      expect(await seen[verb](op, ref)).toMatchObject({ expiresAt: 5_000 + offsetMs })
    expect(deadlines).toEqual([1_000, 1_000, 1_000, 1_000])
    expect(seen.name).toBe('fake')
  },
)

test('an account on the real clock has the processor as it is', () => {
  const { processor } = fake()
  expect(inAccountTime(processor, 0)).toBe(processor)
})
