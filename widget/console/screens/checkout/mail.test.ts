import { expect, it } from 'vitest'
import { sampleCheckout } from '../../../testing/console/checkoutSamples.ts'
import { mailtoUrl, paymentMail } from './mail.ts'

it('the mail names amount, invoice, link and end, and opens as mailto with its lines', () => {
  const mail = paymentMail('Kiln & Tide', sampleCheckout())
  expect(mail.to).toBe('ada@example.com')
  expect(mail.subject).toBe('Kiln & Tide: invoice INV-7')
  expect(mail.body).toContain('Hello Ada Lovelace,')
  expect(mail.body).toContain(
    '\nPlease pay $56.60 for invoice INV-7 on our secure payment page:\nhttps://pay.test/checkout/',
  )
  const url = new URL(mailtoUrl(mail))
  expect(url.pathname).toBe('ada%40example.com')
  expect(url.searchParams.get('body')).toBe(mail.body.replaceAll('\n', '\r\n'))
  expect(url.href).not.toContain('+')
})

it('without customer and invoice the mail greets nobody by name', () => {
  const mail = paymentMail('Shop', sampleCheckout({ customerInfo: null, invoiceNumber: null }))
  expect([mail.to, mail.subject]).toEqual(['', 'Shop: your payment of $56.60'])
  expect(mail.body).toMatch(/^Hello,\n\nPlease pay \$56\.60 on our/)
})

it('no text of a customer adds a line, a recipient or a header to the mail', () => {
  const evil = 'Ada\r\nBcc: all@example.com\n&bcc=x?cc=y'
  const mail = paymentMail(
    'Shop',
    sampleCheckout({ invoiceNumber: evil, customerInfo: { name: evil, email: 'a@b.example?bcc=c&x' } }),
  )
  const url = new URL(mailtoUrl(mail))
  expect([...url.searchParams.keys()]).toEqual(['subject', 'body'])
  expect(mail.subject.split(/[\r\n]/)).toHaveLength(1)
  expect(mail.body.split('\n')).toHaveLength(paymentMail('Shop', sampleCheckout()).body.split('\n').length)
})
