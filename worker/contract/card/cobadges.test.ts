import { describe, expect, it } from 'vitest'
import { cobadgedNetworks } from './cobadges.ts'
import { canChargeOver, networkOf } from './networks.ts'

const visa = ['cartesBancaires', 'visa']
const mastercard = ['cartesBancaires', 'mastercard']

describe('co-badged cards', () => {
  it.each([
    ['4000002500001001', visa],
    ['5555552500001001', mastercard],
    ['4035501000000008', visa],
    ['4360000001000005', visa],
    ['4150580996517927', visa],
    ['4977949494949497', visa],
    ['5136333333333335', mastercard],
  ])('%s is co-badged over %j', (digits, networks) => {
    expect(cobadgedNetworks(digits)).toEqual(networks)
  })

  it.each([
    ['497', visa],
    ['5131', mastercard],
    ['51361', mastercard],
    ['403550', visa],
    ['40000025', visa],
    ['55555525', mastercard],
  ])('the prefix %s suffices to detect the networks %j', (prefix, networks) => {
    expect(cobadgedNetworks(prefix)).toEqual(networks)
    expect(cobadgedNetworks(prefix.slice(0, -1))).toEqual([])
  })

  it.each([
    '',
    '4242424242424242',
    '5555555555554444',
    '513659',
    '4000002400001001',
    '378282246310005',
    '6759649826438453',
  ])('%j is not co-badged', (digits) => {
    expect(cobadgedNetworks(digits)).toEqual([])
  })

  it('co-badged cards can be charged over both networks, for all prefixes of eight digits', () => {
    for (let prefix = 400_000; prefix < 560_000; prefix++)
      for (const network of cobadgedNetworks(`${prefix}25`)) {
        const issuer = networkOf(String(prefix))
        if (!canChargeOver(issuer, network)) expect.fail(`${prefix}25 cannot run over ${network}`)
      }
  })
})
