import { describe, expect, test } from 'vitest'
import { newCheckout, issueNonce } from '../../../testing/fixtures/checkoutFixture.ts'
import { domainFixture } from '../../../testing/fixtures/domainFixture.ts'
import { findCheckout } from '../get.ts'
import { attemptState } from './attemptState.ts'

describe('state of an attempt', () => {
  test('the state of an attempt that was not sent is open with its own nonce', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const nonce = await issueNonce(fixture, id)
    const services = fixture.services()
    expect(await attemptState(await findCheckout(id, services), nonce, services)).toEqual({
      status: 'open',
      declined: null,
      nonce,
    })
  })
})
