import { expect, test } from 'vitest'
import { anchorOfHeading, anchorsOfHeadings } from './anchors.ts'

test.each([
  ['Rotate the root key', 'rotate-the-root-key'],
  ['What’s stored, and where?', 'whats-stored-and-where'],
  ['not_found', 'not_found'],
  ['transaction.captured', 'transactioncaptured'],
  ['Retries & idempotency', 'retries--idempotency'],
  ['A card-not-present payment', 'a-card-not-present-payment'],
  ['Straße 404', 'straße-404'],
])('heading %j has the anchor %j', (heading, anchor) => {
  expect(anchorOfHeading(heading)).toBe(anchor)
})

test('a repeated heading has a number', () => {
  expect(anchorsOfHeadings(['Members', 'Errors', 'Members', 'Members'])).toEqual([
    'members',
    'errors',
    'members-1',
    'members-2',
  ])
})
