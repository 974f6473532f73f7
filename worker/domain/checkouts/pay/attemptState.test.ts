import { describe, expect, test } from 'vitest'
import { newCheckout, nonceOf } from '../../../testing/fixtures/checkoutFixture.ts'
import { domainFixture } from '../../../testing/fixtures/domainFixture.ts'
import { findCheckout } from '../get.ts'
import { tryState } from './attemptState.ts'

describe('state of an attempt', () => {
  test('the state of an attempt that was not sent is open with its own nonce', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const nonce = await nonceOf(fixture, id)
    const services = fixture.services()
    expect(await tryState(await findCheckout(id, services), nonce, services)).toEqual({
      status: 'open',
      declined: null,
      nonce,
    })
  })
})
