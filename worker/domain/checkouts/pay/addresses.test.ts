import { describe, expect, test } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import { readAddressRules } from '../../../pages/checkout/addressRules.ts'
import { normalizeAddresses } from './addresses.ts'

const needs = { addressRules: (country: string) => readAddressRules(country, bindings.ASSETS) }
const normalize = (answers: object, shipping = true) =>
  normalizeAddresses(
    { shipping, billingRequired: false },
    { email: '', phone: '', fields: {}, consents: {}, save: false, ...answers },
    needs,
  )

/** A complete address of each country; the line with a required flag is checked by removal. */
const complete: Record<string, Record<string, string>> = {
  US: { line1: '1 Main St', city: 'Fargo', state: 'ND', postalCode: '58102' },
  CA: { line1: '1 Main St', city: 'Halifax', state: 'NS', postalCode: 'B3H 1A1' },
  GB: { line1: '1 Kiln Lane', city: 'Truro', postalCode: 'TR1 2AB' },
  DE: { line1: 'Hafenstr. 1', city: 'Berlin', postalCode: '10115' },
  FR: { line1: '1 rue de Rivoli', city: 'Paris', postalCode: '75001' },
  JP: { line1: '千代田1-1', state: '13', postalCode: '100-0001' },
  BR: { line1: 'Rua A, 1', city: 'São Paulo', state: 'SP', postalCode: '01310-100' },
  IN: { line1: '1 MG Road', city: 'Pune', state: 'MH', postalCode: '411001' },
  AE: { line1: 'Villa 1', state: 'DU' },
  HK: { line1: '1 Nathan Road', state: 'Kowloon' },
  IE: { line1: '1 Main Street', city: 'Sligo' },
}

const shipTo = (country: string, more: object = {}) => ({ name: 'Ann', country, ...complete[country], ...more })

const errorsOf = async (answers: object, shipping = true) =>
  (await normalize(answers, shipping)).errors.map(({ type, field }) => `${field} ${type}`)

describe.each(Object.keys(complete))('shipping address in %s', (country) => {
  test(`a complete address in ${country} is valid, and stays as it is`, async () => {
    const address = shipTo(country)
    expect(await normalize({ shipTo: address })).toEqual({
      errors: [],
      answers: { shipTo: address, billTo: undefined },
    })
  })

  test(`an address in ${country} without one of its required members is rejected with required`, async () => {
    for (const member of ['name', 'line1', ...Object.keys(complete[country]!)])
      expect(await errorsOf({ shipTo: shipTo(country, { [member]: ' ' }) })).toEqual([
        `answers.shipTo.${member} required`,
      ])
  })
})

test('a shipping address without country is rejected with required, one of an unknown country with format_invalid', async () => {
  expect(await errorsOf({})).toEqual(
    ['name', 'line1', 'city', 'country'].map((member) => `answers.shipTo.${member} required`),
  )
  const address = { name: 'Ann', line1: '1 Main St', city: 'Fargo' }
  expect(await errorsOf({ shipTo: { ...address, country: 'QQ' } })).toEqual(['answers.shipTo.country format_invalid'])
})

test('the postal code of another country is rejected with format_invalid and an example', async () => {
  expect((await normalize({ shipTo: shipTo('US', { postalCode: 'TR1 2AB' }) })).errors).toEqual([
    {
      type: 'format_invalid',
      field: 'answers.shipTo.postalCode',
      details: { format: 'postal code of US, such as 95014 or 22162-1010' },
    },
  ])
  expect(await errorsOf({ shipTo: shipTo('IE', { postalCode: '58102' }) })).toEqual([
    'answers.shipTo.postalCode format_invalid',
  ])
})

test('a state that is not in the country’s list is rejected with enum_invalid and the allowed codes', async () => {
  const { errors } = await normalize({ shipTo: shipTo('AE', { state: 'ND' }) })
  expect(errors).toEqual([
    {
      type: 'enum_invalid',
      field: 'answers.shipTo.state',
      details: { allowed: ['AZ', 'SH', 'FU', 'UQ', 'DU', 'RK', 'AJ'] },
    },
  ])
  expect(await errorsOf({ shipTo: shipTo('GB', { state: 'Cornwall' }) })).toEqual([])
})

test('postal codes, names of states and codes of countries are stored as the country writes them', async () => {
  const typed = { state: ' north dakota', postalCode: '581021234 ' }
  const { answers } = await normalize({ shipTo: { ...shipTo('US', typed), country: 'usa' } })
  expect(answers.shipTo).toEqual(shipTo('US', { state: 'ND', postalCode: '58102-1234' }))
})

test('a district joins line2, unless both are too long for it', async () => {
  const joined = async (more: object) => (await normalize({ shipTo: shipTo('BR', more) })).answers.shipTo!.line2
  expect(await joined({ district: 'Bela Vista' })).toBe('Bela Vista')
  expect(await joined({ line2: 'Apto 4', district: ' Bela Vista' })).toBe('Apto 4, Bela Vista')
  const long = { line2: 'x'.repeat(60), district: 'y'.repeat(38) }
  expect(await joined(long)).toHaveLength(100)
  expect((await normalize({ shipTo: shipTo('BR', { ...long, district: 'y'.repeat(39) }) })).errors).toEqual([
    { type: 'length_invalid', field: 'answers.shipTo.district', details: { max: 38 } },
  ])
})

test('a different billing address is complete except for its name; without shipping, it may be incomplete or empty', async () => {
  const partial = { line1: '2 Side St', country: 'US' }
  const missing = ['city', 'state', 'postalCode'].map((member) => `answers.billTo.${member} required`)
  expect(await errorsOf({ shipTo: shipTo('US'), billTo: partial })).toEqual(missing)
  expect(await errorsOf({ shipTo: shipTo('US'), billTo: { ...complete['US'], country: 'US' } })).toEqual([])
  expect(await errorsOf({ billTo: partial }, false)).toEqual([])
  expect(await errorsOf({ billTo: { ...partial, postalCode: 'x' } }, false)).toEqual([
    'answers.billTo.postalCode format_invalid',
  ])
  expect((await normalize({ billTo: { line1: ' ' } }, false)).answers.billTo).toBeUndefined()
})

test('an address that the checkout does not ask for is dropped', async () => {
  expect((await normalize({ shipTo: { country: 'QQ' } }, false)).answers.shipTo).toBeUndefined()
})
