import { expect, test } from 'vitest'
import { legalTexts } from '#contract/checkouts/legalTexts'
import { OPEN, SUBSCRIPTION } from '../fixtures.ts'
import { formatsOf } from '../formats.ts'
import { legalOf } from './legal.ts'

const given = {
  en: { bankDebit: 'Own {amount} to {merchant}' },
  de: { bankDebit: 'Eigener Text', subscription: 'Abo bei {contact}' },
  'de-AT': { subscription: 'Abo in Österreich' },
}
const legal = (view: typeof OPEN, wanted: readonly string[]) =>
  legalOf({ view, formats: formatsOf('en', 840, 'UTC') }, wanted)

test.each([
  [['de-AT', 'de'], { locale: 'de-AT', text: 'Abo in Österreich' }],
  [['de-CH', 'de'], { locale: 'de', text: 'Abo bei Kiln & Tide (hello@shop.example)' }],
])('for who wants %j the account’s own words in the nearest language', (wanted, text) => {
  expect(legal({ ...SUBSCRIPTION, legalTexts: given }, wanted).subscription).toEqual(text)
})

test('the account’s own words in English stand in for a language that it lacks', () => {
  expect(legal({ ...OPEN, legalTexts: given }, ['fr']).bankDebit).toEqual({
    locale: 'en',
    text: 'Own $25.75 to Kiln & Tide',
  })
})

test('ours stand where the account has none in the language or in English', () => {
  const own: (typeof OPEN)['legalTexts'][] = [{}, { de: given.de }]
  for (const legalTexts of own) {
    const { bankDebit, subscription } = legal({ ...SUBSCRIPTION, legalTexts }, ['fr'])
    expect([bankDebit.locale, subscription?.locale]).toEqual(['en', 'en'])
    expect(subscription?.text).toContain('you agree that Kiln & Tide charges')
    expect(bankDebit.text).toContain('in the amounts and on the dates stated on this page')
  }
})

test('there is one for a subscription only where there is a subscription', () => {
  expect(legal({ ...OPEN, legalTexts: given }, ['de']).subscription).toBeNull()
})

test('without an address of the merchant’s ours name the merchant', () => {
  const merchant = { ...OPEN.merchant, supportEmail: null, supportUrl: null }
  expect(legal({ ...OPEN, merchant }, ['en']).bankDebit.text).toContain('by contacting Kiln & Tide until')
})

test('our words on debits say who, how much, when, and how to revoke', () => {
  for (const text of [legalTexts.bankDebit, legalTexts.bankDebits])
    expect(text).toMatch(/authorize \{merchant\}.*revoke.*\{contact\}/)
  expect(legalTexts.bankDebit).toMatch(/\{amount\}.*today or on the next banking day/)
})
