import { describe, expect, test } from 'vitest'
import { bodyParts } from '../bodyMembers.fixtures.ts'
import { bodyWith, errorAt, errorsIn, json } from '../requestBodies.fixtures.ts'
import { isEmail } from './email.ts'

const addresses = [
  'ann@shop.example',
  'ann.de-vries+orders@mail.shop.example',
  "o'hara_{x}|~!#$%&*/=?^`@shop.example",
  'a@b',
  '1@2.example',
  'zoë@bücher.example',
  'अजय@डाटा.भारत',
  'ann@xn--bcher-kva.example',
  `${'a'.repeat(64)}@shop.example`,
]

const others = [
  'a@b>,<c',
  '<a@b>',
  'Ann <ann@shop.example>',
  'ann@shop.example, bob@shop.example',
  'ann@shop.example;bob@shop.example',
  'ann@shop.example bob@shop.example',
  'ann@shop@example',
  '@shop.example',
  'ann@',
  'ann',
  'ann smith@shop.example',
  '"ann"@shop.example',
  'ann(comment)@shop.example',
  'ann@[127.0.0.1]',
  '.ann@shop.example',
  'ann.@shop.example',
  'ann..b@shop.example',
  'ann@shop..example',
  'ann@.example',
  'ann@shop.example.',
  'ann@-shop.example',
  'ann@shop-.example',
  'ann@shop_x.example',
  'ann@shop.example\n',
  'ann@shop.example\r\nBcc: bob@shop.example',
  'ann\u0000@shop.example',
  'mailto:ann@shop.example',
  `${'a'.repeat(65)}@shop.example`,
  `ann@${'a'.repeat(64)}.example`,
  `ann@${'a.'.repeat(126)}example`,
]

describe('email addresses', () => {
  test.each(addresses)('%j is an email address', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  test.each(others)('%j is not an email address', (text) => {
    expect(isEmail(text)).toBe(false)
  })
})

describe('members with an email address', () => {
  // A request may repeat the address of a member of the team, and changes nothing by it.
  const members = bodyParts.filter(
    ({ operation, path }) => operation !== 'updateMember' && /(^|\.)\w*email\w*$/i.test(path),
  )

  test('members with an email address are the email of orders, checkouts, customers and the account', () => {
    expect(members.map(({ operation, path }) => `${operation} ${path}`)).toEqual([
      'authorizeTransaction order.email',
      'saleTransaction order.email',
      'creditTransaction order.email',
      'createCustomer emailAddress',
      'updateCustomer emailAddress',
      'createCheckout customerInfo.email',
      'sendReceipt email',
      'updateAccount supportEmail',
      'inviteMember email',
    ])
  })

  test.each(members)('$operation $path accepts one email address and nothing else', ({ endpoint, operation, path }) => {
    const errorOf = (value: string) => errorAt(errorsIn(endpoint, json(bodyWith(operation, path, value))), path)?.type
    for (const address of addresses) expect(errorOf(address), address).toBeUndefined()
    for (const other of others) expect(errorOf(other), other).toMatch(/^(format|length)_invalid$/)
    // Where the interface sets no format, it allows the empty string.
    expect(errorOf('')).toBe(['supportEmail', 'email'].includes(path) ? 'format_invalid' : undefined)
  })
})
