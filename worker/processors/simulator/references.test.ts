import { expect, test } from 'vitest'
import { parseRaw, toSentReference, withMarkOnly, withReferences } from './references.ts'

const ref = { account: 'a', op: '7', root: '7' }

test.each([
  [undefined, null, null],
  ['disputed', null, 'disputed'],
  ['return:R02', null, 'return:R02'],
  ['sim_12', 'sim_12', null],
  ['sim_12 amountDriven', 'sim_12', 'amountDriven'],
])(
  'raw references %o are their reference %o and the trigger %o, and are written in the same way',
  (raw, theirs, mark) => {
    expect(parseRaw(raw)).toEqual({ theirs, mark })
    expect(withReferences(ref, { theirs, mark }).raw).toBe(raw)
  },
)

test('simulated issuer reads the trigger without the reference of the book', () => {
  expect(withMarkOnly({ ...ref, raw: 'sim_12 disputed' })).toEqual({ ...ref, raw: 'disputed' })
  expect(withMarkOnly({ ...ref, raw: 'sim_12' })).toEqual(ref)
})

test('references from before connections have no time, and count as sent now', () => {
  expect(toSentReference(ref)).toEqual({ op: '7', theirs: null, created: Number.MAX_SAFE_INTEGER })
  expect(toSentReference({ ...ref, created: 5, raw: 'sim_1' })).toEqual({ op: '7', theirs: 'sim_1', created: 5 })
})
