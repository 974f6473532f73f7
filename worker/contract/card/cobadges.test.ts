import { describe, expect, it } from 'vitest'
import { cobadges } from './cobadges.ts'
import { mayRunOver, networkOf } from './networks.ts'

const visa = ['cartesBancaires', 'visa']
const mastercard = ['cartesBancaires', 'mastercard']

describe('a card of two networks', () => {
  it.each([
    ['4000002500001001', visa],
    ['5555552500001001', mastercard],
    ['4035501000000008', visa],
    ['4360000001000005', visa],
    ['4150580996517927', visa],
    ['4977949494949497', visa],
    ['5136333333333335', mastercard],
  ])('is known by its number: %s', (digits, networks) => {
    expect(cobadges(digits)).toEqual(networks)
  })

  it.each([
    ['497', visa],
    ['5131', mastercard],
    ['51361', mastercard],
    ['403550', visa],
    ['40000025', visa],
    ['55555525', mastercard],
  ])('is known from %s on, and not before', (beginning, networks) => {
    expect(cobadges(beginning)).toEqual(networks)
    expect(cobadges(beginning.slice(0, -1))).toEqual([])
  })

  it.each([
    '',
    '4242424242424242',
    '5555555555554444',
    '513659',
    '4000002400001001',
    '378282246310005',
    '6759649826438453',
  ])('is not seen in %j', (digits) => {
    expect(cobadges(digits)).toEqual([])
  })

  it('may be charged over either of them, whatever its first eight digits are', () => {
    for (let prefix = 400_000; prefix < 560_000; prefix++)
      for (const network of cobadges(`${prefix}25`)) {
        const issuer = networkOf(String(prefix))
        if (!mayRunOver(issuer, network)) expect.fail(`${prefix}25 cannot run over ${network}`)
      }
  })
})
