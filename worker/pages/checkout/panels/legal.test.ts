import { expect, test } from 'vitest'
import { legalTexts } from '#contract/checkouts/legalTexts'
import { OPEN, SUBSCRIPTION } from '../fixtures.ts'
import { createFormats } from '../formats.ts'
import { legalTextsFor } from './legal.ts'

const given = {
  en: { bankDebit: 'Own {amount} to {merchant}' },
  de: { bankDebit: 'Eigener Text', subscription: 'Abo bei {contact}' },
  'de-AT': { subscription: 'Abo in Österreich' },
}
const legal = (view: typeof OPEN, wanted: readonly string[]) =>
  legalTextsFor({ view, formats: createFormats('en', 840, 'UTC') }, wanted)

test.each([
  [['de-AT', 'de'], { locale: 'de-AT', text: 'Abo in Österreich' }],
  [['de-CH', 'de'], { locale: 'de', text: 'Abo bei Kiln & Tide (hello@shop.example)' }],
])('legal text for languages %j is the account’s in the nearest language', (wanted, text) => {
  expect(legal({ ...SUBSCRIPTION, legalTexts: given }, wanted).subscription).toEqual(text)
})

test('legal text falls back to the account’s English text', () => {
  expect(legal({ ...OPEN, legalTexts: given }, ['fr']).bankDebit).toEqual({
    locale: 'en',
    text: 'Own $25.75 to Kiln & Tide',
  })
})

test('legal text falls back to the default if the account has none in the language or English', () => {
  const own: (typeof OPEN)['legalTexts'][] = [{}, { de: given.de }]
  for (const legalTexts of own) {
    const { bankDebit, subscription } = legal({ ...SUBSCRIPTION, legalTexts }, ['fr'])
    expect([bankDebit.locale, subscription?.locale]).toEqual(['en', 'en'])
    expect(subscription?.text).toContain('you agree that Kiln & Tide charges')
    expect(bankDebit.text).toContain('in the amounts and on the dates stated on this page')
  }
})

test('the legal text for subscriptions is present for subscriptions only', () => {
  expect(legal({ ...OPEN, legalTexts: given }, ['de']).subscription).toBeNull()
})

test('the default legal text names the merchant if there is no contact', () => {
  const merchant = { ...OPEN.merchant, supportEmail: null, supportUrl: null }
  expect(legal({ ...OPEN, merchant }, ['en']).bankDebit.text).toContain('by contacting Kiln & Tide until')
})

test('the default debit text contains merchant, amount, date and revocation', () => {
  for (const text of [legalTexts.bankDebit, legalTexts.bankDebits])
    expect(text).toMatch(/authorize \{merchant\}.*revoke.*\{contact\}/)
  expect(legalTexts.bankDebit).toMatch(/\{amount\}.*today or on the next banking day/)
})
