import { describe, expect, test } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import { OPEN, PAID, SUBSCRIPTION } from '../fixtures.ts'
import { readHtml } from '../readHtml.fixtures.ts'
import { receiptMail } from './receiptMail.ts'

const mail = (view: Parameters<typeof receiptMail>[0] = PAID, locale = 'en') =>
  receiptMail(view, locale, bindings.ASSETS)

test('the text mail contains everything of the receipt', async () => {
  const { subject, text } = await mail()
  expect(subject).toBe('Receipt from Kiln & Tide')
  expect(text.replace(/[\u00a0\u202f]/g, ' ')).toBe(`Thank you

You paid $25.75 to Kiln & Tide.

2 × Bowl: $20.00
1 × Cup: $4.25

Subtotal: $24.25
Tax: $2.00
Surcharge: $1.00
Shipping: $4.00
Discount: -$5.50
Total: $25.75

Date: November 20, 2026 at 2:41 PM CST
Paid with: Visa •••• 4242
Transaction: 00J7Q2M4X9
Authorization: A12B34
Ship to: Robin Miller, 12 Harbor Street, Apt 4, Portland, ME 04101, United States

Questions? hello@shop.example
You received this email because you paid Kiln & Tide.
`)
})

test('the mail of a later subscription has what was paid and the date of the first payment', async () => {
  const receipt = { ...PAID.receipt, amount: '0.00', next: '2027-01-31' }
  const { text } = await mail({ ...SUBSCRIPTION, status: 'completed', receipt })
  expect(text).toContain('First payment on January 31, 2027')
  expect(text).toContain('Total: $25.75\nPaid: $0.00\n')
  expect(text).not.toContain('Due today')
})

test('the HTML mail contains everything of the text mail', async () => {
  const { html, text } = await mail()
  const elements = await readHtml(html)
  const body = elements.find(({ tag }) => tag === 'body')!.text
  const words = text.split(/[\s:,]+/).filter((word) => word !== '')
  expect(words.filter((word) => !body.includes(word))).toEqual([])
  expect(elements.find(({ tag }) => tag === 'title')?.text).toBe('Receipt from Kiln & Tide')
})

test('the HTML mail has no external resources, scripts or links except to the merchant', async () => {
  const merchant = { ...PAID.merchant, logoUrl: 'https://cdn.example/logo.svg' }
  const elements = await readHtml((await mail({ ...PAID, merchant })).html)
  expect(elements.map(({ tag }) => tag)).not.toContain('img')
  expect(elements.map(({ tag }) => tag)).not.toContain('script')
  expect(elements.flatMap(({ attributes }) => attributes['href'] ?? [])).toEqual(['mailto:hello@shop.example'])
})

test('the mail is in the language of the paid page, else in English', async () => {
  expect((await mail(PAID, 'de')).subject).toBe('Beleg von Kiln & Tide')
  expect((await mail(PAID, 'de')).text).toContain('25,75')
  expect((await mail(PAID, 'tlh')).subject).toBe('Receipt from Kiln & Tide')
  const [root] = await readHtml((await mail(PAID, 'ar')).html)
  expect(root?.attributes).toEqual({ lang: 'ar', dir: 'rtl' })
  expect((await mail(PAID, 'ar')).text).toContain('\u2066•••• 4242\u2069')
})

test('the mail of a test payment says that no money moved', async () => {
  const { text, html } = await mail({ ...PAID, mode: 'test' })
  for (const body of [text, html]) expect(body).toContain('Test mode: no money moves')
})

describe('malicious merchant names', () => {
  const attack = '"><script>alert(1)</script>\r\nBcc: all@evil.example'
  const named = { ...PAID, merchant: { ...PAID.merchant, name: attack } }

  test('a merchant name with markup is escaped in the HTML mail', async () => {
    const [attacked, harmless] = await Promise.all(
      [mail(named), mail()].map(async (made) => readHtml((await made).html)),
    )
    expect(attacked!.map(({ tag }) => tag)).toEqual(harmless!.map(({ tag }) => tag))
  })

  test('a merchant name with line breaks leaves the subject on one line', async () => {
    expect((await mail(named)).subject).toBe('Receipt from "><script>alert(1)</script> Bcc: all@evil.example')
  })
})

test('receiptMail throws for an unpaid checkout', async () => {
  await expect(mail(OPEN)).rejects.toThrow('has no receipt')
})
