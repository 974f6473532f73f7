import { expect, test } from 'vitest'
import type { CheckoutView } from '#contract/checkouts/view'
import { bindings } from '../../testing/bindings.ts'
import { addressRulesFile, addressRulesPath } from './addressRules.ts'
import { OPEN } from './fixtures.ts'
import { startCountry } from './startCountry.ts'

const assets = bindings.ASSETS

/** A request from a country, as Cloudflare marks it. */
const requestFrom = (country: string | null): Request =>
  Object.defineProperty(new Request('https://pay.example/checkout/x'), 'cf', { value: country && { country } })

const viewWith = (prefilled: string, currency = 840, form: Partial<CheckoutView['form']> = {}): CheckoutView => ({
  ...OPEN,
  currency,
  form: { ...OPEN.form, ...form },
  prefill: { ...OPEN.prefill, address: { ...OPEN.prefill.address, country: prefilled } },
})

test.each([
  ['the prefilled country before the shopper’s', viewWith('DEU'), 'FR', 'DE'],
  ['the shopper’s country without a prefilled one', viewWith(''), 'FR', 'FR'],
  ['the shopper’s country in place of an unknown one', viewWith('QQ'), 'JP', 'JP'],
  ['the currency’s country for a shopper in the Tor network', viewWith(''), 'T1', 'US'],
  ['the currency’s country in a local run', viewWith('', 392), null, 'JP'],
  ['no country for the euro in a local run', viewWith('', 978), null, ''],
])('an address begins with %s', async (_name, view, from, country) => {
  const start = await startCountry(view, requestFrom(from), assets)
  expect(start?.country).toBe(country)
  expect(start?.rules.required).toContain('line1')
})

test('a checkout without an address has no country', async () => {
  const view = viewWith('DE', 840, { shipping: false, billing: false })
  expect(await startCountry(view, requestFrom('DE'), assets)).toBeNull()
})

const file = (path: string) => addressRulesFile(new Request(`https://pay.example${path}`), assets)

test('the rules of a country are a file of this build that browsers keep for a year', async () => {
  const response = await file(`${addressRulesPath}US.json`)
  expect(response?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response?.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(await response?.json()).toMatchObject({ required: ['line1', 'city', 'state', 'postalCode'] })
})

test.each([
  ['another version', '/checkout-assets/address/0000000000000000/US.json'],
  ['an unknown country', `${addressRulesPath}QQ.json`],
  ['a path out of the folder', `${addressRulesPath}..%2fpages.json`],
  ['another extension', `${addressRulesPath}US.json.br`],
])('there are no rules of %s', async (_name, path) => {
  expect(await file(path)).toBeNull()
})
