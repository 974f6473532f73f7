import { expect, it } from 'vitest'
import { answerText } from './answerText.ts'

it.each([
  [null, 'did not respond'],
  [204, 'responded 204'],
  [302, 'redirected (302)'],
  [401, 'refused it (401)'],
  [403, 'refused it (403)'],
  [404, 'nothing at this address'],
  [410, 'turns the webhook off'],
  [422, 'rejected it (422)'],
  [429, 'busy'],
  [503, 'failed (503)'],
] as const)('the status %s of a receiver is explained', (status, text) => {
  expect(answerText(status)).toContain(text)
})
