import { expect, it } from 'vitest'
import type { Role } from '#contract/team/roles'
import { newAccess, readAccess, toAccess, withRole } from './access.ts'
import { limitText } from './limitText.ts'

const limits: readonly (readonly [role: Role, limit: number | null, text: string])[] = [
  ['viewer', 50, 'No refunds'],
  ['developer', null, 'No refunds'],
  ['support', null, 'Any amount'],
  ['support', 50, 'Up to 50 a payment'],
  ['support', 1049.9, 'Up to 1,049.90 a payment'],
  ['owner', null, 'Any amount'],
  ['owner', 50, 'Up to 50 a payment, more with a passkey'],
]

it.each(limits)('the refund limit of role %s with %s is "%s"', (role, limit, text) => {
  expect(limitText(role, limit, 'en-US')).toBe(text)
})

it('role and limit of a member are read from the form as they were', () => {
  for (const [role, limit] of limits) {
    const refundLimit = role === 'support' || role === 'owner' ? limit : null
    expect(readAccess(toAccess({ role, refundLimit }))).toEqual({ role, refundLimit })
  }
})

it.each(['', '0', '-1', '1,240', 'abc', '50.001'])('the limit "%s" is not accepted', (limit) => {
  expect(readAccess({ ...newAccess, limit })).toBeNull()
})

it('another role keeps a limit that was entered, and only owners begin without one', () => {
  const entered = { ...newAccess, limit: '50' }
  expect(readAccess(withRole(withRole(entered, 'viewer'), 'support'))).toEqual({ role: 'support', refundLimit: 50 })
  expect(readAccess(withRole(newAccess, 'owner'))).toEqual({ role: 'owner', refundLimit: null })
  expect(readAccess(withRole(withRole(newAccess, 'owner'), 'support'))).toBeNull()
})
