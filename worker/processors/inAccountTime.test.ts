import { expect, test } from 'vitest'
import { inAccountTime } from './inAccountTime.ts'
import type { AuthorizeOp, ModificationOp, OpBase, Outcome, Processor, Ref } from './processor.ts'

const ref: Ref = { account: 'a', op: '1', root: '1' }
const money = { minor: 100n, currency: 840, exponent: 2 }

/** A processor that records deadlines and approves with `expiresAt` 5,000. */
const fake = () => {
  const deadlines: number[] = []
  const approve = async ({ deadline }: OpBase): Promise<Outcome> => {
    deadlines.push(deadline)
    return { result: 'approved', ref, approved: money, code: '00', expiresAt: 5_000 }
  }
  const processor = {
    name: 'fake',
    authorize: approve,
    capture: approve,
    void: approve,
    credit: approve,
  } as unknown as Processor
  return { processor, deadlines }
}

test.each([3_600_000, -3_600_000])(
  'account clock %d ms ahead: deadlines are converted to real time and expiresAt to account time',
  async (offsetMs) => {
    const { processor, deadlines } = fake()
    const converted = inAccountTime(processor, offsetMs)
    const op = { deadline: 1_000 + offsetMs } as AuthorizeOp & ModificationOp
    for (const verb of ['authorize', 'capture', 'void', 'credit'] as const)
      expect(await converted[verb](op, ref)).toMatchObject({ expiresAt: 5_000 + offsetMs })
    expect(deadlines).toEqual([1_000, 1_000, 1_000, 1_000])
    expect(converted.name).toBe('fake')
  },
)

test('account on the real clock gets the unchanged processor', () => {
  const { processor } = fake()
  expect(inAccountTime(processor, 0)).toBe(processor)
})

test('a look-up converts expiresAt to account time and keeps the time of the account in the Ref', async () => {
  const created: (number | undefined)[] = []
  const { processor } = fake()
  const lookup = async (of: Ref): Promise<Outcome> => {
    created.push(of.created)
    return { result: 'approved', ref: { ...of, raw: 'theirs' }, approved: money, code: '00', expiresAt: 5_000 }
  }
  const converted = inAccountTime({ ...processor, lookup }, 3_600_000)
  expect(await converted.lookup({ ...ref, created: 3_700_000 })).toMatchObject({
    ref: { ...ref, created: 3_700_000, raw: 'theirs' },
    expiresAt: 3_605_000,
  })
  expect(created).toEqual([3_700_000])
})

test('a look-up that finds nothing finds nothing by the account clock', async () => {
  const { processor } = fake()
  const converted = inAccountTime({ ...processor, lookup: async (_of: Ref) => 'notFound' }, 1_000)
  expect(await converted.lookup!({ ...ref, created: 5 })).toBe('notFound')
  expect(inAccountTime(processor, 1_000).lookup).toBeUndefined()
})
